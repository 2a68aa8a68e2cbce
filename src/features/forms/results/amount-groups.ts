// Groups many distinct values into chart bars: numbers in ranges, dates by month or year, ranks.

/** Number of answers per value. */
export type Amounts = Record<string, number>

export type ResultLine = { key: string; label: string; many: number }

const maxLines = 8

const numbersOf = (amounts: Amounts) =>
  Object.entries(amounts)
    .map(([value, many]) => ({ value: Number(value), many }))
    .toSorted((a, b) => a.value - b.value)

/** One bar per number, or equal ranges between minimum and maximum. */
export function bucketsOf(amounts: Amounts, format: (value: number) => string): ResultLine[] {
  const numbers = numbersOf(amounts)
  if (numbers.length <= maxLines)
    return numbers.map(({ value, many }) => ({ key: String(value), label: format(value), many }))
  const min = numbers[0]!.value
  const width = roundWidth((numbers.at(-1)!.value - min) / maxLines)
  const first = Math.floor(min / width) * width
  const lines: ResultLine[] = []
  for (let from = first; from <= numbers.at(-1)!.value; from += width)
    lines.push({
      key: String(from),
      label: `${format(from)} עד ${format(from + width)}`,
      many: sumOf(numbers.filter(({ value }) => value >= from && value < from + width)),
    })
  return lines
}

const sumOf = (some: readonly { many: number }[]) => some.reduce((sum, { many }) => sum + many, 0)

/** Rounds a width up to 1, 2 or 5 times a power of ten. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= width)!
}

/** One bar per group of values, in group order. */
export function groupsOf(
  amounts: Amounts,
  groupOf: (value: string) => string,
  label: (group: string) => string,
): ResultLine[] {
  const groups = new Map<string, number>()
  for (const [value, many] of Object.entries(amounts))
    groups.set(groupOf(value), (groups.get(groupOf(value)) ?? 0) + many)
  return [...groups]
    .map(([key, many]) => ({ key, label: label(key), many }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** By month, year or decade, to limit the number of bars. */
export function daysOf(amounts: Amounts): ResultLine[] {
  const years = Object.keys(amounts).map((day) => Number(day.slice(0, 4)))
  const span = Math.max(...years) - Math.min(...years)
  if (span < 2) return groupsOf(amounts, (day) => day.slice(0, 7), (month) => `${month.slice(5)}/${month.slice(0, 4)}`) // prettier-ignore
  if (span < 2 * maxLines) return groupsOf(amounts, (day) => day.slice(0, 4), (year) => year) // prettier-ignore
  return groupsOf(amounts, (day) => `${day.slice(0, 3)}0`, (decade) => `${decade} עד ${Number(decade) + 9}`) // prettier-ignore
}

/** The most frequent cities. */
export const citiesOf = (amounts: Amounts): ResultLine[] =>
  Object.entries(amounts)
    .flatMap(([part, many]) => (part.startsWith('city:') ? [{ key: part, label: part.slice(5), many }] : []))
    .toSorted((a, b) => b.many - a.many || a.label.localeCompare(b.label, 'he'))
    .slice(0, 2 * maxLines)

const plain = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 1 })

/** How often each option was ranked first, with its average rank. */
export function rankOf({ key, label }: { key: string; label: string }, amounts: Amounts): ResultLine {
  const places = Object.entries(amounts).flatMap(([place, many]) =>
    place.startsWith(`${key}:`) ? [{ place: Number(place.slice(key.length + 1)), many }] : [],
  )
  const average = places.reduce((sum, { place, many }) => sum + place * many, 0) / sumOf(places)
  return {
    key,
    label: places.length === 0 ? label : `${label}, במקום ${plain.format(average)} בממוצע`,
    many: amounts[`${key}:1`] ?? 0,
  }
}
