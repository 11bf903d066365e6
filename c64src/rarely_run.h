/* Included before functions whose time hardly counts but whose bytes do; compact_end.h ends that. Not
 * compact.h: what its outliner takes out of one generator alone is more than it saves there. */
#if defined(__OSCAR64C__)
#pragma optimize(push)
#pragma optimize(size)
#endif
