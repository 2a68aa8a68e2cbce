// Parses phone numbers in any common format. Bundles metadata of all countries: a screen that only displays numbers uses `format-phone.ts`.
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { plainText } from './hebrew/hebrew-text.ts'

/** The number in E.164, Israeli by default. Undefined: not a phone number. */
export function parsePhone(text: string): string | undefined {
  const found = parsePhoneNumberFromString(plainText(text), { defaultCountry: 'IL', extract: false })
  return found?.isValid() ? found.number : undefined
}
