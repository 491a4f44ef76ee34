#include "shuffler.h"

#include <string.h>

void shuffler_init(shuffler *machine)
{
    memset(machine, 0, sizeof *machine);
    machine->state = MACHINE_CODE_IDLE;
}

static bool in_cycle(machine_code state)
{
    return state == MACHINE_CODE_SHUFFLING || state == MACHINE_CODE_SORTING;
}

static void begin_cycle(shuffler *machine, const shuffler_signals *now)
{
    machine->cycle++;
    machine->cards = 0;
    machine->since_start_ms = 0;
    machine->motor_rest_ms = 0;
    machine->motor_ran = false;
    machine->state = now->sort_mode ? MACHINE_CODE_SORTING : MACHINE_CODE_SHUFFLING;
}

/* True when the running cycle has ended of itself. */
static bool follow_cycle(shuffler *machine, const shuffler_signals *now)
{
    machine->since_start_ms++;
    if (now->card_in_gate && !machine->last.card_in_gate && machine->cards < UINT8_MAX) {
        machine->cards++;
    }
    if (now->motor_running) {
        machine->motor_ran = true;
        machine->motor_rest_ms = 0;
    } else if (machine->motor_ran) {
        machine->motor_rest_ms++;
    }
    return machine->motor_rest_ms >= SHUFFLER_STOP_MS;
}

static bool overdue(const shuffler *machine)
{
    return machine->since_start_ms >= SHUFFLER_LONGEST_MS
           || (!machine->motor_ran && machine->since_start_ms >= SHUFFLER_SPIN_UP_MS);
}

static machine_code at_rest(const shuffler *machine, const shuffler_signals *now)
{
    switch (machine->state) {
    case MACHINE_CODE_READY:
    case MACHINE_CODE_COUNT_WRONG:
        return now->deck_present ? machine->state : MACHINE_CODE_IDLE;
    default:
        return now->deck_present ? MACHINE_CODE_LOADING : MACHINE_CODE_IDLE;
    }
}

static void next_state(shuffler *machine, const shuffler_signals *now, shuffler_news *news)
{
    bool start = now->start_pressed && !machine->last.start_pressed;
    if (now->jammed) {
        news->voided_by = in_cycle(machine->state) ? FAULT_CODE_JAM : 0;
        machine->state = MACHINE_CODE_JAM;
    } else if (now->door_open) {
        news->voided_by = in_cycle(machine->state) ? FAULT_CODE_DOOR_OPENED : 0;
        machine->state = MACHINE_CODE_DOOR_OPEN;
    } else if (in_cycle(machine->state)) {
        bool sorting = machine->state == MACHINE_CODE_SORTING;
        if (follow_cycle(machine, now)) {
            news->counted = true;
            machine->state = machine->cards != SHUFFLER_DECK ? MACHINE_CODE_COUNT_WRONG
                             : sorting                       ? MACHINE_CODE_LOADING
                                                             : MACHINE_CODE_READY;
        } else if (overdue(machine)) {
            news->voided_by = machine->motor_ran ? FAULT_CODE_TOO_LONG : FAULT_CODE_MOTOR_STALL;
            machine->state = MACHINE_CODE_FAULT;
        }
    } else if (start && now->deck_present) {
        begin_cycle(machine, now);
        news->started = true;
    } else if (machine->state != MACHINE_CODE_FAULT || !now->deck_present) {
        machine->state = at_rest(machine, now);
    }
}

shuffler_news shuffler_tick(shuffler *machine, const shuffler_signals *now)
{
    shuffler_news news = {false, false, false, 0};
    machine_code before = machine->state;
    next_state(machine, now, &news);
    machine->last = *now;
    news.state_changed = machine->state != before;
    return news;
}
