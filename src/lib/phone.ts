// Reads phone numbers in any form that people write them. Brings a table of all countries along: a screen that only shows numbers takes `phone-words.ts`.
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { plainText } from './hebrew/hebrew-text.ts'

/** One number in its one international form (E.164), Israeli unless it says otherwise. Undefined: not a phone number. */
export function parsePhone(text: string): string | undefined {
  const found = parsePhoneNumberFromString(plainText(text), { defaultCountry: 'IL', extract: false })
  return found?.isValid() ? found.number : undefined
}
