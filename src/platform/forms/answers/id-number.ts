// Israeli identity numbers: nine digits, the last of which is a check digit.

/** Padded to nine digits with leading zeros. Undefined if invalid. */
export function parseIdNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d{5,9}$/.test(digits)) return undefined
  const number = digits.padStart(9, '0')
  const sum = Array.from(number).reduce((total, digit, i) => {
    const weighted = Number(digit) * (1 + (i % 2))
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0 && !/^0+$/.test(number) ? number : undefined
}
