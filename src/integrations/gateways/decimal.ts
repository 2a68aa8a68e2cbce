// Amounts on the wire are decimals of shekels; everywhere else they are whole agorot.

export const toDecimal = (agorot: number) => agorot / 100

/** Undefined if the value is no amount of whole agorot. Some answers write it as text. */
export function toAgorot(value: unknown): number | undefined {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined
  const agorot = Math.round(amount * 100)
  return Math.abs(amount * 100 - agorot) < 0.000_1 ? agorot : undefined
}
