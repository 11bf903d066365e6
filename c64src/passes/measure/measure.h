/* Measure: figures of the finished level, in the summary.
 *
 * The twin is in pygen/passes/measure/.
 */
#ifndef UNDERCROFT_MEASURE_MEASURE_H
#define UNDERCROFT_MEASURE_MEASURE_H

#include "passes/measure/measuring.h"

#endif
