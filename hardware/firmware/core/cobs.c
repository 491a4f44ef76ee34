#include "cobs.h"

uint8_t cobs_encode(const uint8_t *bytes, uint8_t length, uint8_t *out)
{
    uint8_t code_at = 0;
    uint8_t written = 1;
    uint8_t code = 1;
    for (uint8_t at = 0; at < length; at++) {
        if (bytes[at] == 0) {
            out[code_at] = code;
            code_at = written++;
            code = 1;
        } else {
            out[written++] = bytes[at];
            code++;
        }
    }
    out[code_at] = code;
    return written;
}

bool cobs_decode(const uint8_t *bytes, uint8_t length, uint8_t *out, uint8_t *decoded)
{
    uint8_t written = 0;
    uint8_t at = 0;
    while (at < length) {
        uint8_t code = bytes[at++];
        if (code == 0 || code - 1 > length - at) {
            return false;
        }
        for (uint8_t left = (uint8_t)(code - 1); left > 0; left--) {
            if (bytes[at] == 0) {
                return false;
            }
            out[written++] = bytes[at++];
        }
        if (code != 0xFF && at < length) {
            out[written++] = 0;
        }
    }
    *decoded = written;
    return length > 0;
}
