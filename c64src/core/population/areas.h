/* Where entities are placed: in rooms. With room_area.h the twin of
 * pygen/engine/population/areas.py. */
#ifndef UNDERCROFT_POPULATION_AREAS_H
#define UNDERCROFT_POPULATION_AREAS_H

#include "core/generation.h"

/* The tables that say where rooms are, as rectangles. OSCAR64 crashes if a macro without arguments stands for
 * one that has some. */
#ifdef ROOMS_CAPACITY
#define AREA_CAPACITY ROOMS_CAPACITY
#define COUNT_OF_AREAS COUNT_OF_ROOMS
#define AREA_RECORD(number) ROOM_RECORD(number)
#define AREA_STRUCT room_record
#define AREA_GET_X(record) ROOM_GET_X(record)
#define AREA_GET_Y(record) ROOM_GET_Y(record)
#define AREA_GET_W(record) ROOM_GET_W(record)
#define AREA_GET_H(record) ROOM_GET_H(record)
#elif defined(CHAMBERS_CAPACITY)
#define AREA_CAPACITY CHAMBERS_CAPACITY
#define COUNT_OF_AREAS COUNT_OF_CHAMBERS
#define AREA_RECORD(number) CHAMBER_RECORD(number)
#define AREA_STRUCT chamber_record
#define AREA_GET_X(record) CHAMBER_GET_X(record)
#define AREA_GET_Y(record) CHAMBER_GET_Y(record)
#define AREA_GET_W(record) CHAMBER_GET_W(record)
#define AREA_GET_H(record) CHAMBER_GET_H(record)
#elif defined(FEATURES_CAPACITY) && defined(PLACES_CAPACITY)
/* Only what passes make of features makes rooms of them. */
#define AREA_CAPACITY FEATURES_CAPACITY
#define COUNT_OF_AREAS COUNT_OF_FEATURES
#define AREA_RECORD(number) FEATURE_RECORD(number)
#define AREA_STRUCT feature_record
#define AREA_GET_X(record) FEATURE_GET_X(record)
#define AREA_GET_Y(record) FEATURE_GET_Y(record)
#define AREA_GET_W(record) FEATURE_GET_W(record)
#define AREA_GET_H(record) FEATURE_GET_H(record)
#endif

/* The area in which tiles are tried. */
WORK uint8_t populated_x, populated_y, populated_width, populated_height;

#endif
