// Makes texts of external systems storable in PostgreSQL: they may contain a lone surrogate or NUL.
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** Parses a JSON body with storable strings; undefined if it is not JSON. */
export function parseStorableJson(body: string): unknown {
  try {
    return JSON.parse(body, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value))
  } catch {
    return undefined
  }
}

/** Truncates a text without splitting a surrogate pair. */
export function beginningOf(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
