/** Deep equality of plain data. Key order is ignored: jsonb reorders keys. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (one === other || (one == null && other == null)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) =>
    isDeepEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  )
}
