/* Generated from the frame dictionary; `make firmware-header` writes it anew. Do not edit. */
#ifndef FELTWIRE_FRAMES_H
#define FELTWIRE_FRAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What both ends exchange at hello. */
#define FRAMES_FINGERPRINT 0xADB06966ul

/* How far the sender of a hello has come: WAITING asks for a hello in return. */
typedef enum {
    GREETING_WAITING = 0,
    GREETING_UP = 1
} greeting;

/* A shuffler's state. */
typedef enum {
    MACHINE_CODE_UNKNOWN = 0,
    MACHINE_CODE_IDLE = 1,
    MACHINE_CODE_LOADING = 2,
    MACHINE_CODE_SHUFFLING = 3,
    MACHINE_CODE_READY = 4,
    MACHINE_CODE_COUNT_WRONG = 5,
    MACHINE_CODE_JAM = 6,
    MACHINE_CODE_DOOR_OPEN = 7,
    MACHINE_CODE_SORTING = 8,
    MACHINE_CODE_FAULT = 9
} machine_code;

/* What stopped a shuffler. */
typedef enum {
    FAULT_CODE_JAM = 1,
    FAULT_CODE_DOUBLE_FEED = 2,
    FAULT_CODE_MOTOR_STALL = 3,
    FAULT_CODE_SENSOR_BLOCKED = 4,
    FAULT_CODE_OVER_TEMPERATURE = 5,
    FAULT_CODE_POWER_LOST = 6,
    FAULT_CODE_DOOR_OPENED = 7,
    FAULT_CODE_TOO_LONG = 8
} fault_code;

/* Whether something lies before a sensor. */
typedef enum {
    PRESENCE_ABSENT = 0,
    PRESENCE_PRESENT = 1
} presence;

/* The dealer's buttons. */
typedef enum {
    BUTTON_ROUND_CLOSED = 1,
    BUTTON_CONFIRM = 2,
    BUTTON_CALL_FLOOR = 3,
    BUTTON_UNDO = 4
} button;

/* The cover over the electronics, as its tamper switch tells. */
typedef enum {
    LID_CLOSED = 0,
    LID_OPEN = 1
} lid;

/* What the stack lamp shows: one light at a time, so that colour is never the only sign. */
typedef enum {
    LAMP_DARK = 0,
    LAMP_FREE = 1,
    LAMP_ATTENTION = 2,
    LAMP_STOP = 3
} lamp;

/* What the buzzer sounds, once. */
typedef enum {
    BEEP_SHORT = 1,
    BEEP_LONG = 2
} beep;

/* The first words of each end. `seen` is the other end's session as the sender knows it, 0 before it heard one. */
#define FRAME_HELLO 0x01u
typedef struct {
    uint32_t fingerprint;
    uint16_t seen;
    uint8_t greeting; /* greeting */
    char version[33];
} hello_frame;

static inline uint8_t hello_pack(const hello_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->fingerprint);
    out[at++] = (uint8_t)(frame->fingerprint >> 8);
    out[at++] = (uint8_t)(frame->fingerprint >> 16);
    out[at++] = (uint8_t)(frame->fingerprint >> 24);
    out[at++] = (uint8_t)(frame->seen);
    out[at++] = (uint8_t)(frame->seen >> 8);
    out[at++] = (uint8_t)(frame->greeting);
    for (const char *text = frame->version; *text != 0; text++) {
        out[at++] = (uint8_t)*text;
    }
    return at;
}

static inline bool hello_unpack(const uint8_t *bytes, uint8_t length, hello_frame *frame)
{
    if (length < 7 || length > 39) {
        return false;
    }
    frame->fingerprint = (uint32_t)((uint32_t)((uint32_t)bytes[0]) | (uint32_t)((uint32_t)bytes[1] << 8) | (uint32_t)((uint32_t)bytes[2] << 16) | (uint32_t)((uint32_t)bytes[3] << 24));
    frame->seen = (uint16_t)((uint16_t)((uint16_t)bytes[4]) | (uint16_t)((uint16_t)bytes[5] << 8));
    frame->greeting = bytes[6];
    memset(frame->version, 0, sizeof frame->version);
    memcpy(frame->version, bytes + 7, (size_t)(length - 7));
    return true;
}

/* The sender lives; it also carries acknowledgements when nothing else is to be said. */
#define FRAME_HEARTBEAT 0x02u

/* The shuffler's state changed, or was asked for. `cycle` numbers its shuffles since power-up. */
#define FRAME_MACHINE_STATE 0x20u
typedef struct {
    uint8_t state; /* machine_code */
    uint16_t cycle;
} machine_state_frame;

static inline uint8_t machine_state_pack(const machine_state_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->state);
    out[at++] = (uint8_t)(frame->cycle);
    out[at++] = (uint8_t)(frame->cycle >> 8);
    return at;
}

static inline bool machine_state_unpack(const uint8_t *bytes, uint8_t length, machine_state_frame *frame)
{
    if (length != 3) {
        return false;
    }
    frame->state = bytes[0];
    frame->cycle = (uint16_t)((uint16_t)((uint16_t)bytes[1]) | (uint16_t)((uint16_t)bytes[2] << 8));
    return true;
}

/* The shuffler's gate counted the cards of one cycle; sent before the state that ends the cycle. */
#define FRAME_DECK_COUNTED 0x21u
typedef struct {
    uint16_t cycle;
    uint8_t cards;
} deck_counted_frame;

static inline uint8_t deck_counted_pack(const deck_counted_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->cycle);
    out[at++] = (uint8_t)(frame->cycle >> 8);
    out[at++] = (uint8_t)(frame->cards);
    return at;
}

static inline bool deck_counted_unpack(const uint8_t *bytes, uint8_t length, deck_counted_frame *frame)
{
    if (length != 3) {
        return false;
    }
    frame->cycle = (uint16_t)((uint16_t)((uint16_t)bytes[0]) | (uint16_t)((uint16_t)bytes[1] << 8));
    frame->cards = bytes[2];
    return true;
}

/* The shuffler's start button was pressed and a cycle began. */
#define FRAME_CYCLE_STARTED 0x22u
typedef struct {
    uint16_t cycle;
} cycle_started_frame;

static inline uint8_t cycle_started_pack(const cycle_started_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->cycle);
    out[at++] = (uint8_t)(frame->cycle >> 8);
    return at;
}

static inline bool cycle_started_unpack(const uint8_t *bytes, uint8_t length, cycle_started_frame *frame)
{
    if (length != 2) {
        return false;
    }
    frame->cycle = (uint16_t)((uint16_t)((uint16_t)bytes[0]) | (uint16_t)((uint16_t)bytes[1] << 8));
    return true;
}

/* The shuffler stopped; the cycle is void. */
#define FRAME_FAULT_RAISED 0x23u
typedef struct {
    uint8_t code; /* fault_code */
    uint16_t cycle;
} fault_raised_frame;

static inline uint8_t fault_raised_pack(const fault_raised_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->code);
    out[at++] = (uint8_t)(frame->cycle);
    out[at++] = (uint8_t)(frame->cycle >> 8);
    return at;
}

static inline bool fault_raised_unpack(const uint8_t *bytes, uint8_t length, fault_raised_frame *frame)
{
    if (length != 3) {
        return false;
    }
    frame->code = bytes[0];
    frame->cycle = (uint16_t)((uint16_t)((uint16_t)bytes[1]) | (uint16_t)((uint16_t)bytes[2] << 8));
    return true;
}

/* A deck was put into the shuffler's tray or taken out. */
#define FRAME_DECK_PRESENT 0x24u
typedef struct {
    uint8_t deck; /* presence */
} deck_present_frame;

static inline uint8_t deck_present_pack(const deck_present_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->deck);
    return at;
}

static inline bool deck_present_unpack(const uint8_t *bytes, uint8_t length, deck_present_frame *frame)
{
    if (length != 1) {
        return false;
    }
    frame->deck = bytes[0];
    return true;
}

/* The dealer pressed a button; its release is not told. */
#define FRAME_BUTTON_PRESSED 0x25u
typedef struct {
    uint8_t button; /* button */
} button_pressed_frame;

static inline uint8_t button_pressed_pack(const button_pressed_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->button);
    return at;
}

static inline bool button_pressed_unpack(const uint8_t *bytes, uint8_t length, button_pressed_frame *frame)
{
    if (length != 1) {
        return false;
    }
    frame->button = bytes[0];
    return true;
}

/* The lid over the electronics was opened or closed; also sent when the state is asked for. */
#define FRAME_LID_MOVED 0x26u
typedef struct {
    uint8_t lid; /* lid */
} lid_moved_frame;

static inline uint8_t lid_moved_pack(const lid_moved_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->lid);
    return at;
}

static inline bool lid_moved_unpack(const uint8_t *bytes, uint8_t length, lid_moved_frame *frame)
{
    if (length != 1) {
        return false;
    }
    frame->lid = bytes[0];
    return true;
}

/* Host to device: answer with DeckPresent, LidMoved and MachineState, one right after the other. */
#define FRAME_STATE_ASKED 0x30u

/* Host to device: show this light until told otherwise; a device whose host is gone shows ATTENTION. */
#define FRAME_LAMP_SET 0x31u
typedef struct {
    uint8_t lamp; /* lamp */
} lamp_set_frame;

static inline uint8_t lamp_set_pack(const lamp_set_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->lamp);
    return at;
}

static inline bool lamp_set_unpack(const uint8_t *bytes, uint8_t length, lamp_set_frame *frame)
{
    if (length != 1) {
        return false;
    }
    frame->lamp = bytes[0];
    return true;
}

/* Host to device: sound the buzzer once. */
#define FRAME_BUZZER_SOUNDED 0x32u
typedef struct {
    uint8_t beep; /* beep */
} buzzer_sounded_frame;

static inline uint8_t buzzer_sounded_pack(const buzzer_sounded_frame *frame, uint8_t *out)
{
    uint8_t at = 0;
    out[at++] = (uint8_t)(frame->beep);
    return at;
}

static inline bool buzzer_sounded_unpack(const uint8_t *bytes, uint8_t length, buzzer_sounded_frame *frame)
{
    if (length != 1) {
        return false;
    }
    frame->beep = bytes[0];
    return true;
}

#endif
