/** The invariant that a response violates; undefined when it violates none. */
export function violatedInvariant({ status, text }: { status: number; text: string }): string | undefined {
  if (status >= 500) return 'a failure of the server'
  // Everything with this name is hidden from every caller in the bookshop fixture.
  if (/\bhidden\b/.test(text)) return 'a row that the caller may not read'
  return undefined
}
