const number = new Intl.NumberFormat('he-IL')

/** A number with its noun; # in `other` is the number. All forms include the noun, as Hebrew inflects both. */
export function count(n: number, forms: { zero?: string; one: string; two: string; other: string }): string {
  if (n === 0 && forms.zero !== undefined) return forms.zero
  if (n === 1) return forms.one
  if (n === 2) return forms.two
  return forms.other.replace('#', n > 0 && n < 1000 && Number.isInteger(n) ? String(n) : number.format(n))
}
