#include "core/small_interactive_code_begin.h"
#include "program/input.h"
#include "program/display.h"
#include "machine/hardware.h"
#include "mailbox.h"
#include "program/shown.h"
#include "program/world/frames.h"
#include "program/world/raster.h"
#include "tiles.h"

#define BACK ((uint8_t)-1)
#define FIRST_REPEAT 12
#define NEXT_REPEAT 2
#ifdef WORLDS
/* In a world the window moves every four frames, or every six with cc65: chunks are built meanwhile. In two of
 * them nobody looks for keys. A diagonal step is longer, and takes two frames more; on NTSC, which has more of
 * them, each step takes one more. */
#ifdef __CC65__
#define NEXT_REPEAT_IN_WORLD 4
#else
#define NEXT_REPEAT_IN_WORLD 2
#endif
#define MORE_FOR_DIAGONAL 2
#endif
#define REPEAT_AFTER_PAUSE 40

#define SHIFT 6
#define NO_KEY 7

uint8_t input_dx, input_dy, input_key;

static uint8_t comes_from_mailbox;
static uint8_t held;
static uint8_t frames_left;
static uint16_t frames;

/* By column of the matrix, eight keys each. Cursor keys are as without shift. */
static const uint8_t matrix[64] = {
    KEY_DELETE, KEY_RETURN, KEY_RIGHT_ARROW, NO_KEY, NO_KEY, NO_KEY, NO_KEY, KEY_DOWN_ARROW,
    '3', 'W', 'A', '4', 'Z', 'S', 'E', SHIFT,
    '5', 'R', 'D', '6', 'C', 'F', 'T', 'X',
    '7', 'Y', 'G', '8', 'B', 'H', 'U', 'V',
    '9', 'I', 'J', '0', 'M', 'K', 'O', 'N',
    '+', 'P', 'L', '-', '.', ':', '@', ',',
    NO_KEY, '*', ';', NO_KEY, SHIFT, '=', NO_KEY, '/',
    '1', NO_KEY, NO_KEY, '2', ' ', NO_KEY, 'Q', NO_KEY,
};

void input_start(uint8_t from_mailbox)
{
    CIA1_INTERRUPTS = NO_INTERRUPTS;
    CIA2_INTERRUPTS = NO_INTERRUPTS;
    /* Reading acknowledges an interrupt that has come already. Both compilers drop a read whose
     * value nobody keeps. */
    comes_from_mailbox = CIA1_INTERRUPTS;
    comes_from_mailbox = CIA2_INTERRUPTS;
    CIA1_DIRECTION_A = 0xFF;
    CIA1_DIRECTION_B = 0;
    CIA1_TIMER_A_LOW = 0xFF;
    CIA1_TIMER_A_HIGH = 0xFF;
    CIA1_CONTROL_A = TIMER_START_FORCED;
    /* Timer B must not drive a line of the keyboard. */
    CIA1_CONTROL_B = TIMER_STOP;
    comes_from_mailbox = from_mailbox;
}

/* The joystick's five lines, 1 if pressed. The keyboard's columns are off while they are read. */
static uint8_t read_joystick(void)
{
    uint8_t lines;

    CIA1_DIRECTION_A = 0;
    /* Nothing is stored to the port before it is read: cc65 2.19 would use the stored value
     * instead. */
    lines = (CIA1_PORT_A & 0x1F) ^ 0x1F;
    CIA1_DIRECTION_A = 0xFF;
    return lines;
}

/* The key that is pressed; of several, the last in the matrix. */
static uint8_t read_keyboard(void)
{
    uint8_t column, row, lines, select, key, pressed, shifted;

    CIA1_PORT_A = 0xFF;
    if (CIA1_PORT_B != 0xFF)
        return KEY_NONE;
    CIA1_PORT_A = 0;
    if (CIA1_PORT_B == 0xFF)
        return KEY_NONE;
    pressed = KEY_NONE;
    shifted = 0;
    select = 1;
    for (column = 0; column != 64; column += 8) {
        CIA1_PORT_A = (uint8_t)~select;
        select <<= 1;
        lines = CIA1_PORT_B ^ 0xFF;
        for (row = 0; lines != 0; ++row) {
            if (lines & 1) {
                key = matrix[column + row];
                if (key == SHIFT)
                    shifted = 1;
                else if (key != NO_KEY)
                    pressed = key;
            }
            lines >>= 1;
        }
    }
    CIA1_PORT_A = 0xFF;
    if (shifted && pressed == KEY_RIGHT_ARROW)
        return KEY_LEFT_ARROW;
    if (shifted && pressed == KEY_DOWN_ARROW)
        return KEY_UP_ARROW;
    return pressed;
}

static void steer(uint8_t key)
{
    if (key == KEY_LEFT_ARROW || key == 'A')
        input_dx = BACK;
    else if (key == KEY_RIGHT_ARROW || key == 'D')
        input_dx = 1;
    else if (key == KEY_UP_ARROW || key == 'W')
        input_dy = BACK;
    else if (key == KEY_DOWN_ARROW || key == 'S')
        input_dy = 1;
}

static void steer_by(uint8_t lines)
{
    if (lines & 1)
        input_dy = BACK;
    else if (lines & 2)
        input_dy = 1;
    if (lines & 4)
        input_dx = BACK;
    else if (lines & 8)
        input_dx = 1;
}

static uint8_t key_of(uint8_t lines)
{
    if (lines & 16)
        return KEY_FIRE;
    if (lines & 1)
        return KEY_UP_ARROW;
    if (lines & 2)
        return KEY_DOWN_ARROW;
    if (lines & 4)
        return KEY_LEFT_ARROW;
    return KEY_RIGHT_ARROW;
}

void input_poll(void)
{
    uint8_t lines, now, key;

#ifdef WORLDS
    if (world_is_shown)
        world_wait_frame();
    else
#endif
    wait_frame();
    ++frames;
    input_dx = 0;
    input_dy = 0;
    input_key = KEY_NONE;
    if (comes_from_mailbox) {
        key = MAILBOX_KEY;
        MAILBOX_KEY = 0;
        if (key != KEY_NONE) {
            input_key = key;
            steer(key);
            return;
        }
    }
    lines = read_joystick();
    /* The joystick's lines would read as keys, so the keyboard counts only without them. `now` is
     * a key, or the lines with bit 7 set, which no key has. */
    key = lines ? key_of(lines) : read_keyboard();
    now = lines ? 0x80 | lines : key;
    if (now != held) {
        held = now;
        frames_left = FIRST_REPEAT;
        input_key = key;
    } else if (frames_left != 0) {
        --frames_left;
        return;
    } else {
        frames_left = NEXT_REPEAT - 1;
#ifdef WORLDS
        if (world_is_shown)
            frames_left = NEXT_REPEAT_IN_WORLD - 1 + world_is_ntsc;
#endif
    }
    if (lines)
        steer_by(lines);
    else
        steer(key);
#ifdef WORLDS
    if (world_is_shown && input_dx != 0 && input_dy != 0)
        frames_left += MORE_FOR_DIAGONAL;
#endif
}

#if defined(ENTITIES_SHOWN) || defined(WORLDS)
void pause_repeat(void)
{
    frames_left = REPEAT_AFTER_PAUSE;
}
#endif

/* The keyboard's column with the key Q, and the key's line. */
#define COLUMN_OF_Q 0x7F
#define LINE_OF_Q 0x40

uint8_t quit_is_pressed(void)
{
    uint8_t lines;

    /* Without a test controller nobody stores a key there. */
    if (MAILBOX_KEY == 'Q') {
        MAILBOX_KEY = 0;
        return 1;
    }
    CIA1_PORT_A = 0xFF;
    lines = CIA1_PORT_B;
    CIA1_PORT_A = COLUMN_OF_Q;
    /* A joystick pulls its lines whichever column is on. */
    if (((lines ^ CIA1_PORT_B) & LINE_OF_Q) == 0)
        return 0;
    held = 'Q';
    return 1;
}

uint8_t wait_key(void)
{
    do
        input_poll();
    while (input_key == KEY_NONE);
    return input_key;
}

uint16_t chance_seed(void)
{
    uint8_t low, high;

    low = CIA1_TIMER_A_LOW ^ (uint8_t)frames;
    high = CIA1_TIMER_A_HIGH ^ VIC_RASTER ^ (uint8_t)(frames >> 8);
    return ((uint16_t)high << 8) | low;
}

#include "core/small_code_end.h"
