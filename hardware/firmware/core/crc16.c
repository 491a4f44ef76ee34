#include "crc16.h"

uint16_t crc16_update(uint16_t crc, uint8_t byte)
{
    uint8_t folded = (uint8_t)(byte ^ (uint8_t)crc);
    folded ^= (uint8_t)(folded << 4);
    return (uint16_t)((((uint16_t)folded << 8) | (uint8_t)(crc >> 8)) ^ (uint8_t)(folded >> 4)
                      ^ ((uint16_t)folded << 3));
}

uint16_t crc16_of(const uint8_t *bytes, uint8_t length)
{
    uint16_t crc = CRC16_START;
    while (length-- > 0) {
        crc = crc16_update(crc, *bytes++);
    }
    return crc;
}
