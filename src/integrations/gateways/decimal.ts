// Converts between the providers' decimal shekels and integer agorot, which are used everywhere else.

export const toDecimal = (agorot: number) => agorot / 100

/** Undefined if the value is not a whole number of agorot. Some responses send amounts as strings. */
export function toAgorot(value: unknown): number | undefined {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined
  const agorot = Math.round(amount * 100)
  return Math.abs(amount * 100 - agorot) < 0.000_1 ? agorot : undefined
}
