/* One input that chatters: a level counts only after it has held still for `settle_ms` ticks of 1 ms. */
#ifndef FELTWIRE_DEBOUNCE_H
#define FELTWIRE_DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { EDGE_NONE, EDGE_RISE, EDGE_FALL } edge;

typedef struct {
    bool level;        /* the settled level */
    uint8_t settle_ms; /* how long another level must hold */
    uint8_t held_ms;   /* how long it has held so far */
} debounce;

void debounce_init(debounce *input, bool level, uint8_t settle_ms);

/* Call once a millisecond with the raw level; tells when the settled level changes. */
edge debounce_tick(debounce *input, bool raw);

#endif
