/* Consistent Overhead Byte Stuffing (Cheshire and Baker 1999) for frames of at most 253 bytes: no zero inside. */
#ifndef FELTWIRE_COBS_H
#define FELTWIRE_COBS_H

#include <stdbool.h>
#include <stdint.h>

#define COBS_LONGEST 253u

/* Encode `length` bytes into `out`, which holds at least length + 1; returns how many were written. */
uint8_t cobs_encode(const uint8_t *bytes, uint8_t length, uint8_t *out);

/* Decode `length` bytes (without the delimiter) into `out`, which holds at least length; false when they are no code.
 * On success `*decoded` is how many were written. `out` may be `bytes`. */
bool cobs_decode(const uint8_t *bytes, uint8_t length, uint8_t *out, uint8_t *decoded);

#endif
