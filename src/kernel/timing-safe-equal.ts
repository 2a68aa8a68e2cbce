import { timingSafeEqual } from 'node:crypto'

/** Compares a secret with what somebody brought, in the same time wherever they differ. Of texts as long as each other one may have more bytes. */
export function isSameText(secret: string, brought: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(brought)]
  return a.length === b.length && timingSafeEqual(a, b)
}
