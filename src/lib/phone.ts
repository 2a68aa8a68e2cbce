// Phone numbers in any form that people write them. Brings a table of all countries along: keep it out of pages that visitors load.
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { plainText } from './hebrew-text.ts'

export const phoneExample = '050-0000001'
export const phoneInvalid = `מספר הטלפון אינו תקין. דוגמה: ${phoneExample}`

/** One number in its one international form (E.164), Israeli unless it says otherwise. Undefined: not a phone number. */
export function parsePhone(text: string): string | undefined {
  const found = parsePhoneNumberFromString(plainText(text), { defaultCountry: 'IL', extract: false })
  return found?.isValid() ? found.number : undefined
}

/** An E.164 number as people dial it: Israeli ones with their area code, others with the country's. Show it left to right. */
export function formatPhone(e164: string): string {
  const known = parsePhoneNumberFromString(e164)
  if (!known) return e164
  return known.country === 'IL' ? known.formatNational() : known.formatInternational()
}
