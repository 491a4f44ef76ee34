/* The shuffling machine seen from outside: seven signals in, states and one count a cycle out.
 *
 * A cycle counts only when it ran undisturbed: a jam or an open door makes it void, and the deck must be shuffled again.
 * Which card passed the gate is never known here, and there is no word for it. */
#ifndef FELTWIRE_SHUFFLER_H
#define FELTWIRE_SHUFFLER_H

#include <stdbool.h>
#include <stdint.h>

#include "frames.h"

#define SHUFFLER_DECK 52u             /* cards of a full deck */
#define SHUFFLER_STOP_MS 500u         /* a motor that rests this long has finished its cycle */
#define SHUFFLER_SPIN_UP_MS 5000u     /* a motor that has not started by then will not */
#define SHUFFLER_LONGEST_MS 180000u   /* three times the slowest machine's cycle of 60 s */

/* Settled levels, true when the thing named is so. */
typedef struct {
    bool start_pressed;
    bool motor_running;
    bool card_in_gate;
    bool door_open;
    bool jammed;
    bool deck_present;
    bool sort_mode;
} shuffler_signals;

typedef struct {
    machine_code state;
    shuffler_signals last;
    uint16_t cycle; /* numbers the starts since power-up */
    uint8_t cards;  /* gate passages of this cycle, stopping at 255 */
    uint32_t since_start_ms;
    uint16_t motor_rest_ms;
    bool motor_ran;
} shuffler;

/* What one tick brought. */
typedef struct {
    bool state_changed;
    bool started; /* the start button began a cycle: a hand begins (bfsp 5.5.6) */
    bool counted; /* the cycle ended undisturbed; `cards` is its count */
    uint8_t voided_by; /* a fault_code when it ended the running cycle, else 0 */
} shuffler_news;

void shuffler_init(shuffler *machine);

/* Call once a millisecond. */
shuffler_news shuffler_tick(shuffler *machine, const shuffler_signals *now);

#endif
