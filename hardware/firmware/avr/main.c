/* ATmega2560 (Arduino Mega): pins, UART, millisecond tick, watchdog. All decisions are in core/.
 *
 * Inputs, closed to ground: PA0-PA3 (22-25) round closed, confirm, call floor, undo; PA4 (26) lid switch, PA5 (27) start,
 * PA6 (28) motor, PA7 (29) gate; PC0-PC3 (37-34) door, jam, deck, sort mode. The lid and door switches close when shut.
 * Outputs: PL0-PL2 (49-47) lamps free, attention, stop; PL3 (46) buzzer. UART0 115200 8N1 over USB. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "device.h"

#define FIRMWARE_VERSION "feltwire-mcu 0.1.0 mega2560"
#define RING 256u /* its index is a byte and wraps by itself */
#define SWITCHES_SHUT_BY_CLOSING (1u << INPUT_LID_OPEN | 1u << INPUT_DOOR_OPEN)

#ifdef SIMAVR_MCU
#include "avr_mcu_section.h"
AVR_MCU(F_CPU, "atmega2560");
#endif

static volatile uint8_t received[RING];
static volatile uint8_t received_in, received_out;
static volatile uint8_t to_send[RING];
static volatile uint8_t to_send_in, to_send_out;
static volatile uint32_t milliseconds;
static uint16_t EEMEM starts;
static device table_device;

ISR(TIMER0_COMPA_vect)
{
    milliseconds++;
}

ISR(USART0_RX_vect)
{
    received[received_in++] = UDR0; /* a full ring loses bytes, and the link repeats what was lost */
}

ISR(USART0_UDRE_vect)
{
    if (to_send_in == to_send_out) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    } else {
        UDR0 = to_send[to_send_out++];
    }
}

static uint32_t now_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = milliseconds;
    }
    return now;
}

static void send_bytes(void *self, const uint8_t *bytes, uint8_t length)
{
    (void)self;
    while (length-- > 0) {
        while ((uint8_t)(to_send_in + 1) == to_send_out) {
            /* the ring is full: 115200 baud empties a byte in 87 us */
        }
        to_send[to_send_in++] = *bytes++;
        UCSR0B |= _BV(UDRIE0);
    }
}

static device_inputs read_inputs(void)
{
    device_inputs closed = (device_inputs)(~(PINA | (uint16_t)(PINC & 0x0F) << 8)) & 0x0FFFu;
    return closed ^ SWITCHES_SHUT_BY_CLOSING;
}

static void show(device_outputs outputs)
{
    uint8_t pins = outputs.lamp == LAMP_DARK ? 0 : (uint8_t)_BV(outputs.lamp - LAMP_FREE);
    if (outputs.buzzer) {
        pins |= _BV(PL3);
    }
    PORTL = pins;
}

/* Another session at each start, kept over power cuts: 1 to 65535. */
static uint16_t next_session(void)
{
    uint16_t session = (uint16_t)(eeprom_read_word(&starts) + 1);
    if (session == 0) {
        session = 1;
    }
    eeprom_update_word(&starts, session);
    return session;
}

static void set_up_pins(void)
{
    PORTA = 0xFF; /* pull-ups */
    PORTC = 0x0F;
    DDRL = _BV(PL0) | _BV(PL1) | _BV(PL2) | _BV(PL3);
    _delay_ms(1); /* the lines rise before they are first read */
}

static void set_up_timer(void)
{
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);
}

static void set_up_uart(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 4 / 115200 - 1) / 2;
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
}

int main(void)
{
    MCUSR = 0;
    wdt_enable(WDTO_250MS);
    set_up_pins();
    set_up_timer();
    set_up_uart();
    device_init(&table_device, read_inputs(), next_session(), FIRMWARE_VERSION, send_bytes);
    sei();
    uint32_t ticked = now_ms();
    for (;;) {
        while (received_out != received_in) {
            device_receive(&table_device, received[received_out++], now_ms());
        }
        if (now_ms() != ticked) {
            ticked++;
            show(device_tick(&table_device, read_inputs(), ticked));
            wdt_reset();
        }
    }
}
