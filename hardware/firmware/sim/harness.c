/* Runs the compiled firmware in simavr, at the pace of real time, its UART on a pseudo-terminal.
 *
 * harness FIRMWARE.elf
 * Prints `pty PATH` once the port is there and `L0=1` at each change of an output; reads from standard input, a line
 * each and one after the other, `A3=0` (a level on an input pin), `wait 20` (simulated ms before the next line), `hang`
 * (the core turns in one place, so that only its watchdog can help) and `end`. The simulator's own log goes to standard error. The UART is bridged here, without a thread: a byte waits until the
 * simulated UART has room, as it would in an adapter. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_ioport.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"

#define FREQUENCY 16000000u
#define SLICE_US 500u
#define HANG_AT 0x3E000u /* flash that the firmware does not reach */

static int port_fd;
static avr_cycle_count_t resume_at; /* no command is read before this cycle */
static unsigned char levels[2][8]; /* what drives the input pins of ports A and C */
static int uart_has_room = 1;

static void uart_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    unsigned char byte = (unsigned char)value;
    if (write(port_fd, &byte, 1) != 1) {
        /* nobody listens: the byte is lost, as on a wire */
    }
}

static void uart_xon(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)value;
    (void)param;
    uart_has_room = 1;
}

static void uart_xoff(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)value;
    (void)param;
    uart_has_room = 0;
}

static void pin_moved(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    printf("L%d=%u\n", (int)(long)param, value);
}

static void connect_uart(avr_t *avr)
{
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)AVR_UART_FLAG_STDIO;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_out, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), uart_xon, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), uart_xoff, NULL);
}

static void open_port(void)
{
    int slave;
    char name[128];
    struct termios raw;
    if (openpty(&port_fd, &slave, name, NULL, NULL) != 0) {
        perror("openpty");
        exit(1);
    }
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(port_fd, F_SETFL, O_NONBLOCK);
    printf("pty %s\n", name); /* the slave stays open here, so that the port outlives its listener */
}

static void feed_uart(avr_t *avr)
{
    unsigned char byte;
    while (uart_has_room && read(port_fd, &byte, 1) == 1) {
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
    }
}

static void drive_pin(avr_t *avr, char bank, uint32_t pin, uint32_t level)
{
    struct avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(bank), pin);
    avr_raise_irq(irq, !level); /* a level that is the same as before is filtered out, also after a reset */
    avr_raise_irq(irq, level);
}

static void drive_pins(avr_t *avr)
{
    for (uint32_t pin = 0; pin < 8; pin++) {
        drive_pin(avr, 'A', pin, levels[0][pin]);
        drive_pin(avr, 'C', pin, levels[1][pin]);
    }
}

/* False when the harness is to end. */
static int obey(avr_t *avr, const char *line)
{
    char bank;
    int pin, level, wait_ms;
    if (sscanf(line, "%c%d=%d", &bank, &pin, &level) == 3 && (bank == 'A' || bank == 'C') && pin >= 0 && pin < 8) {
        levels[bank == 'C'][pin] = level != 0;
    } else if (sscanf(line, "wait %d", &wait_ms) == 1) {
        resume_at = avr->cycle + (avr_cycle_count_t)wait_ms * (FREQUENCY / 1000u);
    } else if (strncmp(line, "hang", 4) == 0) {
        avr->flash[HANG_AT] = 0xFF; /* rjmp .-2: the core turns in one place, deaf, until its watchdog resets it */
        avr->flash[HANG_AT + 1] = 0xCF;
        avr->pc = HANG_AT;
        avr->sreg[S_I] = 0;
    } else {
        return 0;
    }
    return 1;
}

static int read_commands(avr_t *avr)
{
    static char line[64];
    static size_t length;
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    while (avr->cycle >= resume_at && poll(&input, 1, 0) > 0) {
        char next;
        if (read(STDIN_FILENO, &next, 1) != 1) {
            return 0;
        }
        if (next != '\n' && length < sizeof line - 1) {
            line[length++] = next;
        } else {
            line[length] = 0;
            length = 0;
            if (!obey(avr, line)) {
                return 0;
            }
        }
    }
    return 1;
}

static void keep_pace(const struct timespec *began, avr_cycle_count_t cycles)
{
    uint64_t due_ns = cycles * 1000u / (FREQUENCY / 1000000u);
    struct timespec due = *began;
    due.tv_sec += (time_t)(due_ns / 1000000000u);
    due.tv_nsec += (long)(due_ns % 1000000000u);
    if (due.tv_nsec >= 1000000000L) {
        due.tv_sec++;
        due.tv_nsec -= 1000000000L;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
}

static void log_to_stderr(avr_t *avr, const int level, const char *format, va_list arguments)
{
    if (avr == NULL || avr->log >= level) {
        vfprintf(stderr, format, arguments);
    }
}

int main(int count, char **arguments)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    avr_global_logger_set(log_to_stderr);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count != 2 || elf_read_firmware(arguments[1], &firmware) != 0) {
        fprintf(stderr, "usage: harness FIRMWARE.elf\n");
        return 2;
    }
    avr_t *avr = avr_make_mcu_by_name("atmega2560");
    avr_init(avr);
    firmware.frequency = FREQUENCY;
    avr_load_firmware(avr, &firmware);
    avr->frequency = FREQUENCY;
    for (long pin = 0; pin < 4; pin++) {
        avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('L'), (uint32_t)pin), pin_moved, (void *)pin);
    }
    memset(levels, 1, sizeof levels); /* nothing closed to ground: the pull-ups win */
    connect_uart(avr);
    open_port();

    struct timespec began;
    clock_gettime(CLOCK_MONOTONIC, &began);
    avr_cycle_count_t base = avr->cycle, slice_end = avr->cycle;
    while (read_commands(avr)) {
        feed_uart(avr);
        drive_pins(avr); /* anew in each slice: a reset of the core forgets what drives it */
        slice_end = avr->cycle + FREQUENCY / 1000000u * SLICE_US;
        while (avr->cycle < slice_end) {
            int state = avr_run(avr);
            if (state == cpu_Done || state == cpu_Crashed) {
                printf("crashed\n");
                return 1;
            }
        }
        keep_pace(&began, avr->cycle - base);
    }
    return 0;
}
