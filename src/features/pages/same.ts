/** Whether two pieces of plain data say the same. A stored block has its keys in another order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other || (one == null && other == null)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) =>
    isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  )
}
