/* One device on the workbench: the portable core behind three plain calls, so that a test can put any wire and any clock
 * between it and the host's own link. */
#include <stdlib.h>
#include <string.h>

#include "device.h"

#define OUT_LIMIT 65536u

typedef struct {
    device device; /* first, since the core's write is given it */
    uint8_t out[OUT_LIMIT];
    uint32_t out_length;
} bench;

static void keep(void *self, const uint8_t *bytes, uint8_t length)
{
    bench *here = self;
    if (here->out_length + length <= OUT_LIMIT) {
        memcpy(here->out + here->out_length, bytes, length);
        here->out_length += length;
    }
}

bench *bench_new(uint16_t inputs, uint16_t session)
{
    bench *here = calloc(1, sizeof *here);
    if (here != NULL) {
        device_init(&here->device, inputs, session, "feltwire-mcu test", keep);
    }
    return here;
}

void bench_free(bench *here)
{
    free(here);
}

void bench_receive(bench *here, const uint8_t *bytes, uint32_t length, uint32_t now_ms)
{
    for (uint32_t at = 0; at < length; at++) {
        device_receive(&here->device, bytes[at], now_ms);
    }
}

/* One millisecond; the lamp in the low bits, the buzzer in bit 7. */
uint8_t bench_tick(bench *here, uint16_t inputs, uint32_t now_ms)
{
    device_outputs outputs = device_tick(&here->device, inputs, now_ms);
    return (uint8_t)(outputs.lamp | (outputs.buzzer ? 0x80 : 0));
}

/* Take what the device wrote since the last call; returns its length. */
uint32_t bench_written(bench *here, uint8_t *into, uint32_t limit)
{
    uint32_t length = here->out_length < limit ? here->out_length : limit;
    memcpy(into, here->out, length);
    here->out_length = 0;
    return length;
}
