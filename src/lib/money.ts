// Money is an integer of agorot everywhere; only this module formats and parses it.
const shekels = new Intl.NumberFormat('he-IL', { style: 'currency', currency: 'ILS', maximumFractionDigits: 0 })
const withAgorot = new Intl.NumberFormat('he-IL', { style: 'currency', currency: 'ILS' })

/** For display; agorot are shown only when not zero. Contains invisible direction marks: never parse it back. */
export const formatMoney = (agorot: number) => (agorot % 100 === 0 ? shekels : withAgorot).format(agorot / 100)

/** Parses an entered amount ("7,740", "₪ 690.50") to agorot. Undefined: not an amount. */
export function parseMoney(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,₪\u200e\u200f\u2066-\u2069]|ש[״"']ח/g, '')
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(digits)) return undefined
  return Math.round(Number(digits) * 100)
}
