import { timingSafeEqual } from 'node:crypto'

/** Compares a secret with a received string in constant time. Lengths are compared in bytes, not characters. */
export function timingSafeEqualStrings(secret: string, brought: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(brought)]
  return a.length === b.length && timingSafeEqual(a, b)
}
