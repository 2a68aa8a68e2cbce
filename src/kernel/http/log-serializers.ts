// Serializers of the log. A database error carries the context of every nested call: one request could write megabytes.
// Its detail is the row that a constraint refused, with what a visitor typed: the log has the constraint's name only.
import { stdSerializers } from 'pino'

const maxText = 2000
const shownText = 1000

const shorten = (text: string) =>
  text.length > maxText ? `${text.slice(0, shownText)}… (${text.length} characters)` : text

/** For pino: an error without rows of the database, and with its long texts shortened. */
export const logSerializers = {
  err(error: Error) {
    const entries = Object.entries(stdSerializers.err(error)).filter(([key]) => key !== 'detail')
    return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'string' ? shorten(value) : value]))
  },
}
