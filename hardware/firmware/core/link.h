/* The device's end of the link to the table's computer; the host's end is firmware_bridge.mcu.link, and says why.
 *
 * On the wire: COBS(seq, ack, session, number, payload, CRC-16/MCRF4XX low byte first) and a zero. Frames with a
 * sequence are kept and repeated until acknowledged; sequence 0 is hello or heartbeat. No heap, no clock of its own. */
#ifndef FELTWIRE_LINK_H
#define FELTWIRE_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "frames.h"

#define LINK_PAYLOAD 64u          /* longest payload that may come */
#define LINK_EVENT 8u             /* longest payload of an event that is kept */
#define LINK_QUEUE 24u            /* events kept while the host is away */
#define LINK_SPARE 1u             /* of them: only for what may not be lost in the crowd of the others */
#define LINK_WINDOW 4u            /* events under way at once */
#define LINK_REPEAT_MS 100u
#define LINK_HELLO_MS 250u
#define LINK_HEARTBEAT_MS 1000u
#define LINK_SILENCE_MS 3000u     /* after this long without a good frame the host counts as gone */

#define LINK_BODY (5u + 64u + 2u) /* header, payload, check */

typedef struct {
    void *context;
    /* Send bytes; the link never sends more than LINK_BODY + 3 at once. */
    void (*write)(void *context, const uint8_t *bytes, uint8_t length);
    /* A frame with a sequence came, once and in order. */
    void (*deliver)(void *context, uint8_t number, const uint8_t *payload, uint8_t length);
} link_port;

typedef struct {
    uint8_t number;
    uint8_t length;
    uint8_t payload[LINK_EVENT];
} link_event;

typedef struct {
    link_port port;
    const char *version;
    uint16_t session;
    uint16_t peer;
    bool named; /* the host has named this session, since it was last met anew */
    bool up;
    bool hello_asked;
    bool ack_due;
    uint8_t taken;     /* last sequence taken in order */
    uint8_t first_seq; /* sequence of the oldest event under way */
    uint8_t head;      /* oldest event kept */
    uint8_t kept;      /* events kept */
    uint8_t under_way; /* how many of them are sent and not acknowledged */
    link_event events[LINK_QUEUE];
    uint16_t lost; /* events that found the queue full; the host asks for the state when it is back */
    uint32_t repeat_at;
    uint32_t hello_at;
    uint32_t spoke_at;
    uint32_t heard_at;
    uint8_t block[LINK_BODY + 2u];
    uint8_t block_length;
    bool block_too_long;
} device_link;

/* `session` is 1 to 65535 and another one at each start; `version` at most 32 characters of printable ASCII. */
void link_init(device_link *link, link_port port, uint16_t session, const char *version, uint32_t now_ms);

/* Take in one byte of the wire. */
void link_receive(device_link *link, uint8_t byte, uint32_t now_ms);

/* Keep an event until the host has it; false (and counted as lost) when there is no room but the spare. */
bool link_send(device_link *link, uint8_t number, const uint8_t *payload, uint8_t length);

/* The same for an event that may take the spare room too. */
bool link_send_by_all_means(device_link *link, uint8_t number, const uint8_t *payload, uint8_t length);

/* How many events `link_send` would keep now. */
uint8_t link_room(const device_link *link);

/* Send what is due; call at least every 10 ms. */
void link_tick(device_link *link, uint32_t now_ms);

/* True while the host is there. */
bool link_is_up(const device_link *link);

#endif
