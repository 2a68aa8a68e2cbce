// URL parameter of a pair: both ids, sorted.

export type IdPair = readonly [one: string, other: string]

export const pairKey = (two: IdPair): string => two.toSorted().join('.')

const pair = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/

export function readPairKey(key: string | null): IdPair | undefined {
  const found = pair.exec(key ?? '')
  return found ? [found[1]!, found[2]!] : undefined
}
