// Parses phone numbers typed into forms. Small enough for a browser: `lib/parse-phone.ts` has the numbering plans of all countries.

/** E.164. Israeli mobile, landline and toll-free numbers, and numbers of other countries that begin with + or 00. */
export function parsePhoneInput(text: string): string | undefined {
  const compact = text.replaceAll(/[\s().\-/\u2010-\u2015\u05be\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  const international = compact.replace(/^00(?=[1-9])/, '+').replace(/^(?=972\d{8,9}$)/, '+')
  if (/^\+(?!972)[1-9]\d{7,14}$/.test(international)) return international
  const national = international.replace(/^\+972(?=0?)0?/, '0')
  if (/^0(?:5\d{8}|7[1-9]\d{7}|[23489]\d{7})$/.test(national)) return `+972${national.slice(1)}`
  return /^1[78]00\d{6}$/.test(national) ? `+972${national}` : undefined
}
