// The maximum number of combining marks in a row: Unicode's limit for streams (Stream-Safe Text Format, UAX #15).
const maxMarks = 30
const tooManyMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu')

/**
 * Text in NFC with at most thirty combining marks in a row. Normalization sorts marks in quadratic time, so a few
 * hundred kilobytes of them would block the event loop for minutes.
 */
export const unicodeNormalize = (text: string) => text.replace(tooManyMarks, '$1').normalize('NFC')
