// URL parameter of a pair: both ids, sorted.

export type Two = readonly [one: string, other: string]

export const pairKey = (two: Two): string => two.toSorted().join('.')

const pair = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/

export function readPairKey(key: string | null): Two | undefined {
  const found = pair.exec(key ?? '')
  return found ? [found[1]!, found[2]!] : undefined
}
