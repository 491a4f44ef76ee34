/* The whole device: settled inputs to events, the host's words to lamps and buzzer. Portable; pins are the target's. */
#ifndef FELTWIRE_DEVICE_H
#define FELTWIRE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "debounce.h"
#include "link.h"
#include "shuffler.h"

#define DEVICE_BUTTON_MS 20u  /* a dealer's button counts as pressed once it has held this long */
#define DEVICE_RELEASE_MS 200u /* and as let go once it has been open this long: worn ones open for 157 ms while held */
#define DEVICE_SIGNAL_MS 10u /* switches and relays of the machine */
#define DEVICE_GATE_MS 2u    /* a card passes the gate in 15 ms or more */
#define DEVICE_BEEP_SHORT_MS 80u
#define DEVICE_BEEP_LONG_MS 600u
#define DEVICE_STATE_EVENTS 3u /* deck, lid and machine, told one after the other when the host asks */

/* Inputs in the order of the bits of `device_inputs`; a set bit means pressed, running, open, present. */
typedef enum {
    INPUT_ROUND_CLOSED,
    INPUT_CONFIRM,
    INPUT_CALL_FLOOR,
    INPUT_UNDO,
    INPUT_LID_OPEN,
    INPUT_START,
    INPUT_MOTOR,
    INPUT_GATE,
    INPUT_DOOR_OPEN,
    INPUT_JAM,
    INPUT_DECK,
    INPUT_SORT,
    INPUT_COUNT
} device_input;

typedef uint16_t device_inputs;

typedef struct {
    lamp lamp;
    bool buzzer;
} device_outputs;

typedef struct {
    device_link link;
    shuffler machine;
    debounce inputs[INPUT_COUNT];
    lamp wanted;
    uint16_t beep_left_ms;
    bool tell_all;
} device;

/* `write` sends bytes to the host and is given `self`. `session` and `version` as for the link. */
void device_init(device *self, device_inputs at_start, uint16_t session, const char *version,
                 void (*write)(void *self, const uint8_t *bytes, uint8_t length));

/* A byte came from the host. */
void device_receive(device *self, uint8_t byte, uint32_t now_ms);

/* Call once a millisecond with the raw inputs; tells what the lamps and the buzzer do now. */
device_outputs device_tick(device *self, device_inputs raw, uint32_t now_ms);

#endif
