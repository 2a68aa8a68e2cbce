// Formats phone numbers. Lightweight: without the metadata of all countries, which only parsing needs (`parse-phone.ts`).

export const phoneExample = '050-0000001'
export const phoneInvalid = `מספר הטלפון אינו תקין. דוגמה: ${phoneExample}`

/** Country calling codes of one and of two digits; all others have three. */
const shortCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** An E.164 number in its dialling form: Israeli ones with their area code, others with the country code. Display it left to right. */
export function formatPhone(e164: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(e164)) return e164
  const digits = e164.slice(1)
  return digits.startsWith('972') ? israeli(digits.slice(3)) : foreign(digits)
}

function israeli(number: string): string {
  const dialled = /^([57]\d|[23489])(\d{3})(\d{4})$/.exec(number)
  if (dialled) return `0${dialled.slice(1).join('-')}`
  const free = /^(1)([78]\d\d)(\d{3})(\d{3})$/.exec(number)
  if (free) return free.slice(1).join('-')
  return number.startsWith('1') ? number : `0${number}`
}

/** Splits digits into groups of three; the remainder joins the last group. */
function foreign(digits: string): string {
  const code = shortCode.exec(digits)?.[0] ?? digits.slice(0, 3)
  const groups = digits.slice(code.length).match(/\d{3}(?=\d{3})|\d+$/g) ?? []
  return [`+${code}`, ...groups].join(' ')
}
