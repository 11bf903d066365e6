/* Wave function collapse: pieces that are drawn, or learned from a drawing, side by side where they
 * fit.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/pieces/.
 */
#ifndef UNDERCROFT_PIECES_PIECES_H
#define UNDERCROFT_PIECES_PIECES_H

#include "kinds/pieces/cells.h"
#include "kinds/pieces/choosing.h"
#include "kinds/pieces/placing.h"
#include "kinds/pieces/solving.h"
#if SOME_REGIONS_KEEP_IS_LARGEST
#include "kinds/pieces/joining.h"
#endif
#if SOME_IS_CHECKED
#include "kinds/pieces/checking.h"
#endif
#include "kinds/pieces/drawing.h"
#ifdef HAS_PROTECTED
#include "kinds/pieces/protecting.h"
#endif
#include "kinds/pieces/pieces_phase.h"

#endif
