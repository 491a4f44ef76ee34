/* One input that chatters: it counts as closed once it has held still for `settle_ms` ticks of 1 ms, and as open again
 * once it has for `release_ms`. Worn buttons open for up to 157 ms while they are held down, which is no second press. */
#ifndef FELTWIRE_DEBOUNCE_H
#define FELTWIRE_DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { EDGE_NONE, EDGE_RISE, EDGE_FALL } edge;

typedef struct {
    bool level;        /* the settled level */
    uint8_t settle_ms; /* how long it must hold to count as closed */
    uint8_t release_ms; /* how long it must hold to count as open */
    uint8_t held_ms;   /* how long the other level has held so far */
} debounce;

void debounce_init(debounce *input, bool level, uint8_t settle_ms, uint8_t release_ms);

/* Call once a millisecond with the raw level; tells when the settled level changes. */
edge debounce_tick(debounce *input, bool raw);

#endif
