#include "device.h"

#include <string.h>

static bool level(const device *self, device_input input)
{
    return self->inputs[input].level;
}

static void send_state(device *self)
{
    uint8_t payload[LINK_EVENT];
    machine_state_frame frame = {(uint8_t)self->machine.state, self->machine.cycle};
    link_send(&self->link, FRAME_MACHINE_STATE, payload, machine_state_pack(&frame, payload));
}

static void send_deck(device *self)
{
    uint8_t payload[LINK_EVENT];
    deck_present_frame frame = {level(self, INPUT_DECK) ? PRESENCE_PRESENT : PRESENCE_ABSENT};
    link_send(&self->link, FRAME_DECK_PRESENT, payload, deck_present_pack(&frame, payload));
}

static void send_lid(device *self)
{
    uint8_t payload[LINK_EVENT];
    lid_moved_frame frame = {level(self, INPUT_LID_OPEN) ? LID_OPEN : LID_CLOSED};
    link_send(&self->link, FRAME_LID_MOVED, payload, lid_moved_pack(&frame, payload));
}

static void send_button(device *self, button pressed)
{
    uint8_t payload[LINK_EVENT];
    button_pressed_frame frame = {(uint8_t)pressed};
    uint8_t length = button_pressed_pack(&frame, payload);
    if (pressed == BUTTON_CALL_FLOOR) { /* alone of the buttons it is heard however late, and one call is enough */
        link_send_by_all_means(&self->link, FRAME_BUTTON_PRESSED, payload, length);
    } else {
        link_send(&self->link, FRAME_BUTTON_PRESSED, payload, length);
    }
}

static void on_frame(void *context, uint8_t number, const uint8_t *payload, uint8_t length)
{
    device *self = context;
    lamp_set_frame lamp_set;
    buzzer_sounded_frame buzzer;
    if (number == FRAME_STATE_ASKED) {
        self->tell_all = true;
    } else if (number == FRAME_LAMP_SET && lamp_set_unpack(payload, length, &lamp_set)) {
        self->wanted = (lamp)lamp_set.lamp;
    } else if (number == FRAME_BUZZER_SOUNDED && buzzer_sounded_unpack(payload, length, &buzzer)) {
        self->beep_left_ms = buzzer.beep == BEEP_LONG ? DEVICE_BEEP_LONG_MS : DEVICE_BEEP_SHORT_MS;
    }
}

void device_init(device *self, device_inputs at_start, uint16_t session, const char *version,
                 void (*write)(void *self, const uint8_t *bytes, uint8_t length))
{
    memset(self, 0, sizeof *self);
    link_port port = {self, write, on_frame};
    link_init(&self->link, port, session, version, 0);
    shuffler_init(&self->machine);
    for (uint8_t input = 0; input < INPUT_COUNT; input++) {
        bool is_button = input < INPUT_LID_OPEN;
        uint8_t settle = is_button ? DEVICE_BUTTON_MS : input == INPUT_GATE ? DEVICE_GATE_MS : DEVICE_SIGNAL_MS;
        uint8_t release = is_button ? DEVICE_RELEASE_MS : settle;
        debounce_init(&self->inputs[input], ((uint32_t)at_start >> input) & 1u, settle, release);
    }
}

void device_receive(device *self, uint8_t byte, uint32_t now_ms)
{
    link_receive(&self->link, byte, now_ms);
}

static void follow_inputs(device *self, device_inputs raw)
{
    for (uint8_t input = 0; input < INPUT_COUNT; input++) {
        edge moved = debounce_tick(&self->inputs[input], ((uint32_t)raw >> input) & 1u);
        if (moved == EDGE_NONE) {
            continue;
        }
        if (input < INPUT_LID_OPEN && moved == EDGE_RISE) {
            send_button(self, (button)(BUTTON_ROUND_CLOSED + input));
        } else if (input == INPUT_LID_OPEN) {
            send_lid(self);
        } else if (input == INPUT_DECK) {
            send_deck(self);
        }
    }
}

static void follow_machine(device *self)
{
    uint8_t payload[LINK_EVENT];
    shuffler_signals now = {level(self, INPUT_START), level(self, INPUT_MOTOR),     level(self, INPUT_GATE),
                            level(self, INPUT_DOOR_OPEN), level(self, INPUT_JAM), level(self, INPUT_DECK),
                            level(self, INPUT_SORT)};
    shuffler_news news = shuffler_tick(&self->machine, &now);
    if (news.started) {
        cycle_started_frame frame = {self->machine.cycle};
        link_send(&self->link, FRAME_CYCLE_STARTED, payload, cycle_started_pack(&frame, payload));
    }
    if (news.counted) {
        deck_counted_frame frame = {self->machine.cycle, self->machine.cards};
        link_send(&self->link, FRAME_DECK_COUNTED, payload, deck_counted_pack(&frame, payload));
    }
    if (news.voided_by != 0) {
        fault_raised_frame frame = {news.voided_by, self->machine.cycle};
        link_send(&self->link, FRAME_FAULT_RAISED, payload, fault_raised_pack(&frame, payload));
    }
    if (news.state_changed) {
        send_state(self);
    }
}

device_outputs device_tick(device *self, device_inputs raw, uint32_t now_ms)
{
    follow_inputs(self, raw);
    follow_machine(self);
    if (self->tell_all && link_room(&self->link) >= DEVICE_STATE_EVENTS) { /* else once what was kept is confirmed */
        self->tell_all = false;
        send_deck(self);
        send_lid(self);
        send_state(self);
    }
    link_tick(&self->link, now_ms);
    device_outputs outputs = {link_is_up(&self->link) ? self->wanted : LAMP_ATTENTION, self->beep_left_ms > 0};
    if (self->beep_left_ms > 0) {
        self->beep_left_ms--;
    }
    return outputs;
}
