/** The invariant that a response violates; undefined when it violates none. */
export function violatedInvariant({ status, text }: { status: number; text: string }): string | undefined {
  if (status >= 500) return 'a failure of the server'
  // A marker in every row that no caller of the bookshop fixture may read. It occurs nowhere else.
  if (/\bconcealed\b/.test(text)) return 'a row that the caller may not read'
  return undefined
}
