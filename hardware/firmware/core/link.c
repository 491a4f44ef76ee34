#include "link.h"

#include <string.h>

#include "cobs.h"
#include "crc16.h"

#define HEADER 5u
#define CHECK 2u

static bool reached(uint32_t now, uint32_t then)
{
    return (int32_t)(now - then) >= 0;
}

/* 1 to 255, and after 255 again 1. */
static uint8_t seq_after(uint8_t seq)
{
    return seq == 0xFF ? 1 : (uint8_t)(seq + 1);
}

static void wrap(device_link *link, uint8_t seq, uint8_t number, const uint8_t *payload, uint8_t length, uint32_t now)
{
    uint8_t body[LINK_BODY];
    uint8_t wire[LINK_BODY + 2u];
    body[0] = seq;
    body[1] = link->taken;
    body[2] = (uint8_t)link->session;
    body[3] = (uint8_t)(link->session >> 8);
    body[4] = number;
    if (length > 0) {
        memcpy(body + HEADER, payload, length);
    }
    uint8_t size = (uint8_t)(HEADER + length);
    uint16_t crc = crc16_of(body, size);
    body[size++] = (uint8_t)crc;
    body[size++] = (uint8_t)(crc >> 8);
    uint8_t written = cobs_encode(body, size, wire);
    wire[written++] = 0;
    link->port.write(link->port.context, wire, written);
    link->spoke_at = now;
    link->ack_due = false;
}

static void say_hello(device_link *link, uint32_t now)
{
    static const uint8_t end_of_noise = 0;
    hello_frame hello = {FRAMES_FINGERPRINT, link->peer, link->up ? GREETING_UP : GREETING_WAITING, {0}};
    uint8_t payload[LINK_PAYLOAD];
    strncpy(hello.version, link->version, sizeof hello.version - 1);
    link->port.write(link->port.context, &end_of_noise, 1);
    wrap(link, 0, FRAME_HELLO, payload, hello_pack(&hello, payload), now);
    link->hello_asked = false;
    link->hello_at = now + LINK_HELLO_MS;
}

static const link_event *event_at(const device_link *link, uint8_t index)
{
    return &link->events[(link->head + index) % LINK_QUEUE];
}

static void send_events(device_link *link, uint8_t from, uint8_t until, uint32_t now)
{
    uint8_t seq = link->first_seq;
    for (uint8_t index = 0; index < until; index++, seq = seq_after(seq)) {
        const link_event *event = event_at(link, index);
        if (index >= from) {
            wrap(link, seq, event->number, event->payload, event->length, now);
        }
    }
}

/* The host's end is new: it knows nothing of what was sent, and counts from 1. */
static void meet(device_link *link, uint16_t session)
{
    link->peer = session;
    link->named = false;
    link->up = false;
    link->taken = 0;
    link->under_way = 0;
    link->first_seq = 1;
}

static void greet(device_link *link, uint16_t session, const uint8_t *payload, uint8_t length, uint32_t now)
{
    hello_frame hello;
    if (!hello_unpack(payload, length, &hello) || hello.greeting > GREETING_UP) {
        return;
    }
    link->hello_asked |= hello.greeting == GREETING_WAITING;
    if (hello.fingerprint != FRAMES_FINGERPRINT) {
        return; /* answering is all that is safe: the host reads our fingerprint and says what is wrong */
    }
    link->heard_at = now;
    if (session != link->peer || (link->named && hello.seen != link->session)) {
        meet(link, session); /* who named this session and does not know it any more began anew */
    }
    if (hello.seen == link->session) {
        link->named = true;
        link->up = true;
    }
}

static void acknowledged(device_link *link, uint8_t ack, uint32_t now)
{
    uint8_t seq = link->first_seq;
    for (uint8_t count = 1; count <= link->under_way; count++, seq = seq_after(seq)) {
        if (seq == ack) {
            link->head = (uint8_t)((link->head + count) % LINK_QUEUE);
            link->kept = (uint8_t)(link->kept - count);
            link->under_way = (uint8_t)(link->under_way - count);
            link->first_seq = seq_after(seq);
            link->repeat_at = now + LINK_REPEAT_MS;
            return;
        }
    }
}

static void take_block(device_link *link, uint32_t now)
{
    uint8_t size = 0;
    uint8_t *body = link->block;
    if (!cobs_decode(link->block, link->block_length, body, &size) || size < HEADER + CHECK || size > LINK_BODY
        || crc16_of(body, size) != 0) {
        return;
    }
    uint8_t seq = body[0];
    uint16_t session = (uint16_t)(body[2] | (uint16_t)((uint16_t)body[3] << 8));
    uint8_t length = (uint8_t)(size - HEADER - CHECK);
    if (body[4] == FRAME_HELLO) {
        greet(link, session, body + HEADER, length, now);
        return;
    }
    if (session != link->peer || session == 0) {
        link->up = false; /* only a hello may introduce a session */
        link->hello_at = now;
        return;
    }
    link->heard_at = now;
    if (!link->up) {
        return; /* it may be meant for an earlier session of this end, which counted from 1 too */
    }
    acknowledged(link, body[1], now);
    if (seq != 0) {
        link->ack_due = true;
        if (seq == seq_after(link->taken)) {
            link->taken = seq;
            link->port.deliver(link->port.context, body[4], body + HEADER, length);
        }
    }
}

void link_init(device_link *link, link_port port, uint16_t session, const char *version, uint32_t now_ms)
{
    memset(link, 0, sizeof *link);
    link->port = port;
    link->version = version;
    link->session = session;
    link->first_seq = 1;
    link->hello_at = now_ms;
    link->spoke_at = now_ms;
    link->heard_at = now_ms;
}

void link_receive(device_link *link, uint8_t byte, uint32_t now_ms)
{
    if (byte != 0) {
        if (link->block_length < sizeof link->block) {
            link->block[link->block_length++] = byte;
        } else {
            link->block_too_long = true;
        }
        return;
    }
    if (link->block_length > 0 && !link->block_too_long) {
        take_block(link, now_ms);
    }
    link->block_length = 0;
    link->block_too_long = false;
}

static bool keep(device_link *link, uint8_t limit, uint8_t number, const uint8_t *payload, uint8_t length)
{
    if (link->kept >= limit || length > LINK_EVENT) {
        link->lost++;
        return false;
    }
    link_event *event = &link->events[(link->head + link->kept) % LINK_QUEUE];
    event->number = number;
    event->length = length;
    if (length > 0) {
        memcpy(event->payload, payload, length);
    }
    link->kept++;
    return true;
}

bool link_send(device_link *link, uint8_t number, const uint8_t *payload, uint8_t length)
{
    return keep(link, LINK_QUEUE - LINK_SPARE, number, payload, length);
}

bool link_send_by_all_means(device_link *link, uint8_t number, const uint8_t *payload, uint8_t length)
{
    return keep(link, LINK_QUEUE, number, payload, length);
}

uint8_t link_room(const device_link *link)
{
    uint8_t limit = LINK_QUEUE - LINK_SPARE;
    return link->kept < limit ? (uint8_t)(limit - link->kept) : 0;
}

void link_tick(device_link *link, uint32_t now_ms)
{
    if (link->up && now_ms - link->heard_at > LINK_SILENCE_MS) {
        link->up = false;
        link->hello_at = now_ms;
    }
    if (link->hello_asked || (!link->up && reached(now_ms, link->hello_at))) {
        say_hello(link, now_ms);
    }
    if (!link->up) {
        return;
    }
    if (link->under_way > 0 && reached(now_ms, link->repeat_at)) {
        send_events(link, 0, link->under_way, now_ms);
        link->repeat_at = now_ms + LINK_REPEAT_MS;
    }
    if (link->under_way < LINK_WINDOW && link->under_way < link->kept) {
        uint8_t until = link->kept < LINK_WINDOW ? link->kept : LINK_WINDOW;
        if (link->under_way == 0) {
            link->repeat_at = now_ms + LINK_REPEAT_MS;
        }
        send_events(link, link->under_way, until, now_ms);
        link->under_way = until;
    }
    if (link->ack_due || now_ms - link->spoke_at >= LINK_HEARTBEAT_MS) {
        wrap(link, 0, FRAME_HEARTBEAT, NULL, 0, now_ms);
    }
}

bool link_is_up(const device_link *link)
{
    return link->up;
}
