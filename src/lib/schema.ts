// zod with `jitless`. Without it zod tries eval once per object, which a page with a strict CSP reports as a violation.
import { z } from 'zod'

z.config({ jitless: true })

export { z }

/** A timestamp in the database's format. */
export const Instant = z.iso.datetime({ offset: true })
/** A calendar day, 'YYYY-MM-DD'. The message is for the date fields of forms. */
export const Day = z.iso.date('יש לבחור תאריך')
/** A column of free JSON that is always an object. */
export const JsonObject = z.record(z.string(), z.unknown())
