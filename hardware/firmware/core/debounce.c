#include "debounce.h"

void debounce_init(debounce *input, bool level, uint8_t settle_ms, uint8_t release_ms)
{
    input->level = level;
    input->settle_ms = settle_ms;
    input->release_ms = release_ms;
    input->held_ms = 0;
}

edge debounce_tick(debounce *input, bool raw)
{
    if (raw == input->level) {
        input->held_ms = 0;
        return EDGE_NONE;
    }
    if (++input->held_ms < (raw ? input->settle_ms : input->release_ms)) {
        return EDGE_NONE;
    }
    input->level = raw;
    input->held_ms = 0;
    return raw ? EDGE_RISE : EDGE_FALL;
}
