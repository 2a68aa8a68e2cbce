// Serializers of the log. A database error carries the context of every nested call: one request could write megabytes.
// Its `detail` holds the values that violate a constraint, possibly personal data: only the constraint's name is logged.
import { stdSerializers } from 'pino'

const maxText = 2000
const shownText = 1000

const shorten = (text: string) =>
  text.length > maxText ? `${text.slice(0, shownText)}… (${text.length} characters)` : text

/** Serializers for pino: errors without `detail`, with long texts truncated. */
export const logSerializers = {
  err(error: Error) {
    const entries = Object.entries(stdSerializers.err(error)).filter(([key]) => key !== 'detail')
    return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'string' ? shorten(value) : value]))
  },
}
