// Texts of other systems, as PostgreSQL can store them: a text may have been cut within a character, or contain NUL.
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** A JSON body with storable texts; undefined if it is no JSON. */
export function parseStorableJson(body: string): unknown {
  try {
    return JSON.parse(body, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value))
  } catch {
    return undefined
  }
}

/** The beginning of a text; a character is not cut. */
export function beginningOf(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
