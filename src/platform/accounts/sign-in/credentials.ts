import type { Credentials } from '#client/session.ts'

/** A loosely formatted phone number with 7 to 15 digits. The server validates it. */
export const isPhone = (text: string) => /^\+?[\d\s().-]+$/.test(text) && /^\d{7,15}$/.test(digitsOf(text))

/** Credentials of a sign-in: the field holds an email address or, where enabled, a phone number. */
export function credentialsOf(identity: string, password: string): Credentials {
  if (!isPhone(identity)) return { email: identity, password }
  return { phone: `+${digitsOf(identity)}`, password }
}

/** International digits; without a country code the number is Israeli. */
function digitsOf(text: string): string {
  const digits = text.replace(/\D/g, '')
  if (text.trim().startsWith('+')) return digits
  return digits.startsWith('00') ? digits.slice(2) : digits.replace(/^0/, '972')
}
