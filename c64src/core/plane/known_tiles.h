/* What write_plane knows of the tiles that stay as they are. */
#ifndef UNDERCROFT_PLANE_KNOWN_TILES_H
#define UNDERCROFT_PLANE_KNOWN_TILES_H

#ifdef SOLID_OTHERS
/* Of row plane_y it knows them up to this byte. */
WORK uint8_t known_to;
#endif

#endif
