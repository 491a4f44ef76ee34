/* Unit tests of the portable core, built with the host's compiler under address and undefined-behaviour sanitizers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cobs.h"
#include "crc16.h"
#include "debounce.h"
#include "device.h"

#define CHECK(that)                                                                                                   \
    do {                                                                                                              \
        if (!(that)) {                                                                                                \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #that);                                                         \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)

/* The catalogue's check value for the text 123456789, and the residue 0 of a span with its own check. */
static void crc_agrees_with_the_catalogue(void)
{
    uint8_t text[11] = "123456789";
    CHECK(crc16_of(text, 9) == 0x6F91);
    text[9] = 0x91;
    text[10] = 0x6F;
    CHECK(crc16_of(text, 11) == 0);
}

/* The encodings printed in Cheshire and Baker's tables and the reference coders' tests. */
static void cobs_codes_as_published(void)
{
    static const struct {
        const char *plain;
        uint8_t length;
        const char *code;
        uint8_t code_length;
    } cases[] = {
        {"", 0, "\x01", 1},
        {"1", 1, "\x02\x31", 2},
        {"12345", 5, "\x06\x31\x32\x33\x34\x35", 6},
        {"12345\x00" "6789", 10, "\x06\x31\x32\x33\x34\x35\x05\x36\x37\x38\x39", 11},
        {"\x00", 1, "\x01\x01", 2},
        {"\x00\x00\x00", 3, "\x01\x01\x01\x01", 4},
    };
    for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
        uint8_t out[32], back[32], length;
        CHECK(cobs_encode((const uint8_t *)cases[at].plain, cases[at].length, out) == cases[at].code_length);
        CHECK(memcmp(out, cases[at].code, cases[at].code_length) == 0);
        CHECK(cobs_decode(out, cases[at].code_length, back, &length) && length == cases[at].length);
        CHECK(memcmp(back, cases[at].plain, length) == 0);
    }
}

static void cobs_refuses_what_is_no_code(void)
{
    uint8_t out[16], length;
    CHECK(!cobs_decode((const uint8_t *)"", 0, out, &length));
    CHECK(!cobs_decode((const uint8_t *)"\x00", 1, out, &length));
    CHECK(!cobs_decode((const uint8_t *)"\x05\x31\x32\x33\x34\x00", 6, out, &length));
    CHECK(!cobs_decode((const uint8_t *)"\x05\x31\x32\x33", 4, out, &length));
    CHECK(!cobs_decode((const uint8_t *)"\xFF", 1, out, &length));
}

/* A press that chatters for 12 ms is one press, 20 ms after the last bounce; an opening of 150 ms is no release. */
static void a_chattering_button_is_one_press(void)
{
    static const char bounces[] = "110100111011";
    debounce button;
    debounce_init(&button, false, 20, 200);
    int rises = 0, at_ms = -1;
    for (int ms = 0; ms < 60; ms++) {
        bool raw = ms < 12 ? bounces[ms] == '1' : true;
        if (debounce_tick(&button, raw) == EDGE_RISE) {
            rises++;
            at_ms = ms;
        }
    }
    CHECK(rises == 1 && at_ms == 10 + 20 - 1); /* the last bounce ends with ms 9; 20 ticks from ms 10 */
    for (int ms = 0; ms < 150; ms++) {
        CHECK(debounce_tick(&button, false) == EDGE_NONE);
    }
    for (int ms = 0; ms < 60; ms++) {
        CHECK(debounce_tick(&button, true) == EDGE_NONE);
    }
    for (int ms = 1; ms < 200; ms++) {
        CHECK(debounce_tick(&button, false) == EDGE_NONE);
    }
    CHECK(debounce_tick(&button, false) == EDGE_FALL);
    for (int ms = 1; ms < 20; ms++) {
        CHECK(debounce_tick(&button, true) == EDGE_NONE);
    }
    CHECK(debounce_tick(&button, true) == EDGE_RISE);
}

static shuffler_news run(shuffler *machine, const shuffler_signals *now, uint32_t ms)
{
    shuffler_news all = {false, false, false, 0};
    while (ms-- > 0) {
        shuffler_news news = shuffler_tick(machine, now);
        all.started |= news.started;
        all.counted |= news.counted;
        all.state_changed |= news.state_changed;
        all.voided_by |= news.voided_by;
    }
    return all;
}

static void begin(shuffler *machine, shuffler_signals *now)
{
    now->deck_present = true;
    run(machine, now, 1);
    now->start_pressed = true;
    CHECK(run(machine, now, 1).started);
    now->start_pressed = false;
    now->motor_running = true;
    run(machine, now, 100);
}

static void pass_cards(shuffler *machine, shuffler_signals *now, int cards)
{
    while (cards-- > 0) {
        now->card_in_gate = true;
        run(machine, now, 20);
        now->card_in_gate = false;
        run(machine, now, 20);
    }
}

static machine_code after_cycle_of(int cards, bool sorting)
{
    shuffler machine;
    shuffler_signals now = {0};
    now.sort_mode = sorting;
    shuffler_init(&machine);
    begin(&machine, &now);
    CHECK(machine.state == (sorting ? MACHINE_CODE_SORTING : MACHINE_CODE_SHUFFLING));
    pass_cards(&machine, &now, cards);
    now.motor_running = false;
    CHECK(!run(&machine, &now, SHUFFLER_STOP_MS - 1).counted);
    CHECK(run(&machine, &now, 1).counted);
    CHECK(machine.cards == (cards > 255 ? 255 : cards));
    return machine.state;
}

static void a_cycle_ends_with_the_count_it_has(void)
{
    CHECK(after_cycle_of(52, false) == MACHINE_CODE_READY);
    CHECK(after_cycle_of(51, false) == MACHINE_CODE_COUNT_WRONG);
    CHECK(after_cycle_of(53, false) == MACHINE_CODE_COUNT_WRONG);
    CHECK(after_cycle_of(300, false) == MACHINE_CODE_COUNT_WRONG);
    CHECK(after_cycle_of(52, true) == MACHINE_CODE_LOADING); /* sorted is not shuffled */
}

static void a_jam_or_an_open_door_voids_the_cycle(void)
{
    for (int door = 0; door < 2; door++) {
        shuffler machine;
        shuffler_signals now = {0};
        shuffler_init(&machine);
        begin(&machine, &now);
        pass_cards(&machine, &now, 52);
        now.door_open = door;
        now.jammed = !door;
        CHECK(run(&machine, &now, 1).voided_by == (door ? FAULT_CODE_DOOR_OPENED : FAULT_CODE_JAM));
        now.door_open = now.jammed = now.motor_running = false;
        shuffler_news news = run(&machine, &now, 2000);
        CHECK(!news.counted && machine.state == MACHINE_CODE_LOADING);
    }
}

static void a_motor_that_stalls_or_never_stops_is_a_fault(void)
{
    shuffler machine;
    shuffler_signals now = {0};
    shuffler_init(&machine);
    now.deck_present = true;
    run(&machine, &now, 1);
    now.start_pressed = true;
    run(&machine, &now, 1);
    CHECK(run(&machine, &now, SHUFFLER_SPIN_UP_MS).voided_by == FAULT_CODE_MOTOR_STALL);
    CHECK(machine.state == MACHINE_CODE_FAULT);
    now.deck_present = now.start_pressed = false;
    run(&machine, &now, 1);
    CHECK(machine.state == MACHINE_CODE_IDLE);
    begin(&machine, &now);
    CHECK(run(&machine, &now, SHUFFLER_LONGEST_MS).voided_by == FAULT_CODE_TOO_LONG);
}

static void the_button_without_a_deck_begins_nothing(void)
{
    shuffler machine;
    shuffler_signals now = {0};
    shuffler_init(&machine);
    now.start_pressed = true;
    CHECK(!run(&machine, &now, 100).started);
    now.deck_present = true;
    CHECK(!run(&machine, &now, 100).started); /* held down since before the deck came: no press */
}

static void swallow(void *self, const uint8_t *bytes, uint8_t length)
{
    (void)self;
    for (uint8_t at = 0; at < length; at++) {
        CHECK(length == 1 || at == length - 1 || bytes[at] != 0);
    }
}

/* A million random bytes, then a cut frame: nothing is delivered, nothing is read or written out of bounds. */
static void noise_does_nothing(void)
{
    static device self;
    device_init(&self, 0, 7, "test", swallow);
    uint32_t random = 1;
    for (uint32_t at = 0; at < 1000000; at++) {
        random = random * 1664525u + 1013904223u;
        device_receive(&self, (uint8_t)(random >> 24), at / 1000);
        if (at % 1000 == 0) {
            CHECK(device_tick(&self, (device_inputs)(random >> 8), at / 1000).lamp == LAMP_ATTENTION);
        }
    }
    CHECK(!link_is_up(&self.link));
}

static void events_beyond_the_ring_are_counted_not_written(void)
{
    static device self;
    device_init(&self, 0, 7, "test", swallow);
    uint8_t payload[LINK_EVENT] = {0};
    for (unsigned at = LINK_QUEUE - LINK_SPARE; at > 0; at--) {
        CHECK(link_room(&self.link) == at);
        CHECK(link_send(&self.link, FRAME_BUTTON_PRESSED, payload, 1));
    }
    CHECK(!link_send(&self.link, FRAME_BUTTON_PRESSED, payload, 1));
    for (unsigned at = 0; at < LINK_SPARE; at++) {
        CHECK(link_room(&self.link) == 0);
        CHECK(link_send_by_all_means(&self.link, FRAME_BUTTON_PRESSED, payload, 1));
    }
    CHECK(link_room(&self.link) == 0);
    CHECK(!link_send_by_all_means(&self.link, FRAME_BUTTON_PRESSED, payload, 1));
    CHECK(!link_send(&self.link, FRAME_BUTTON_PRESSED, payload, LINK_EVENT + 1));
    CHECK(self.link.lost == 3);
}

int main(void)
{
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"crc agrees with the catalogue", crc_agrees_with_the_catalogue},
        {"cobs codes as published", cobs_codes_as_published},
        {"cobs refuses what is no code", cobs_refuses_what_is_no_code},
        {"a chattering button is one press", a_chattering_button_is_one_press},
        {"a cycle ends with the count it has", a_cycle_ends_with_the_count_it_has},
        {"a jam or an open door voids the cycle", a_jam_or_an_open_door_voids_the_cycle},
        {"a motor that stalls or never stops is a fault", a_motor_that_stalls_or_never_stops_is_a_fault},
        {"the button without a deck begins nothing", the_button_without_a_deck_begins_nothing},
        {"noise does nothing", noise_does_nothing},
        {"events beyond the ring are counted, not written", events_beyond_the_ring_are_counted_not_written},
    };
    for (size_t at = 0; at < sizeof tests / sizeof *tests; at++) {
        tests[at].test();
        printf("ok: %s\n", tests[at].name);
    }
    return 0;
}
