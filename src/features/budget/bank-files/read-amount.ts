// Parses amounts as banks write them: with a sign before or after, in brackets, with or without a currency.

/** Currency of amounts without a currency symbol or code. */
export const shekel = 'ILS'

const currencies: readonly [string, RegExp][] = [
  [shekel, /₪|ש["״”']?ח|\b(ILS|NIS)\b|שקל/i],
  ['USD', /\$|\bUSD\b|דולר/i],
  ['EUR', /€|\bEUR\b|יורו|אירו/i],
  ['GBP', /£|\bGBP\b|ליש["״']?ט|לירה שטרלינג/i],
]

/** The currency code of a cell. An unknown code is returned unchanged, so that it is never added to shekels. */
export function currencyOf(text: string): string | undefined {
  const known = currencies.find(([, form]) => form.test(text))
  return known?.[0] ?? (text.replaceAll(marks, '').trim().slice(0, 12) || undefined)
}

const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const maxHundredths = 100_000_000_000

/** Hundredths of the currency (agorot for shekels). Undefined if the text is not an amount. */
export function readAmount(text: string): { hundredths: number; currency: string | undefined } | undefined {
  const bare = text.replaceAll(marks, '').replaceAll('\u2212', '-').trim()
  const digits = bare
    .replaceAll(/[^\d.,()+-]/g, '')
    .replaceAll(',', '')
    .replace(/\.$/, '')
  const [, open, before, number, after] = /^(\()?([+-])?(\d{1,12}(?:\.\d+)?)([+-])?\)?$/.exec(digits) ?? []
  if (number === undefined) return undefined
  const currencyText = bare.replaceAll(/[\d.,()+\s-]/g, '')
  const currency = currencyText === '' ? undefined : currencies.find(([, form]) => form.test(bare))?.[0]
  // Text that is no currency is a description in the amount column.
  if (currencyText !== '' && !currency) return undefined
  const hundredths = Math.round(Number(number) * 100)
  if (hundredths > maxHundredths) return undefined
  const isNegative = (open ?? before ?? after) === '(' || before === '-' || after === '-'
  return { hundredths: isNegative && hundredths !== 0 ? -hundredths : hundredths, currency }
}
