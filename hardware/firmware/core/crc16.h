/* CRC-16/MCRF4XX: polynomial 1021h reflected, start FFFFh, no final xor; check value 6F91h.
 * The same check as avr-libc's _crc_ccitt_update, so that both ends agree without a table. */
#ifndef FELTWIRE_CRC16_H
#define FELTWIRE_CRC16_H

#include <stdint.h>

#define CRC16_START 0xFFFFu

/* The check after one more byte. */
uint16_t crc16_update(uint16_t crc, uint8_t byte);

/* The check over `length` bytes; a span followed by its own check, low byte first, gives 0. */
uint16_t crc16_of(const uint8_t *bytes, uint8_t length);

#endif
