/** Parses an entered amount ("7,740", "₪ 690.50") to agorot. Undefined: not an amount. */
export function parseMoney(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,₪\u200e\u200f\u2066-\u2069]|ש[״"']ח/g, '')
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(digits)) return undefined
  return Math.round(Number(digits) * 100)
}
