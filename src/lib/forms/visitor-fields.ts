// Schemas of the fields that several public forms share.
import { phoneInvalid } from '../format-phone.ts'
import { parsePhone } from '../parse-phone.ts'
import { z } from '../schema.ts'

/** An empty form field counts as missing. */
export const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), type.optional())

/** A phone number as typed; becomes E.164. */
export const Phone = z
  .string(phoneInvalid)
  .max(60, phoneInvalid)
  .transform((typed, context) => {
    const e164 = parsePhone(typed)
    if (e164) return e164
    context.addIssue({ code: 'custom', message: phoneInvalid })
    return z.NEVER
  })
