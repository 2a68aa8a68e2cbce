// More marks than these on one letter write nothing in any language. Unicode's own limit for text that comes in a stream (UAX #15).
const mostMarks = 30
const tooManyMarks = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu')

/**
 * Text in its one composed form (NFC), with at most thirty marks in a row: putting marks in order takes time that grows with the
 * square of their number, and a few hundred kilobytes of them would stop everything for minutes.
 */
export const normalForm = (text: string) => text.replace(tooManyMarks, '$1').normalize('NFC')
