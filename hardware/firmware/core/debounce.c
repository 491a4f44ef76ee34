#include "debounce.h"

void debounce_init(debounce *input, bool level, uint8_t settle_ms)
{
    input->level = level;
    input->settle_ms = settle_ms;
    input->held_ms = 0;
}

edge debounce_tick(debounce *input, bool raw)
{
    if (raw == input->level) {
        input->held_ms = 0;
        return EDGE_NONE;
    }
    if (++input->held_ms < input->settle_ms) {
        return EDGE_NONE;
    }
    input->level = raw;
    input->held_ms = 0;
    return raw ? EDGE_RISE : EDGE_FALL;
}
