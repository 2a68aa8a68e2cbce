// A code that was sent to a phone. What is kept of it is a hash: whoever reads the table cannot answer with it.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

export const newSentCode = () => String(randomInt(1_000_000)).padStart(6, '0')

export const hashOfSentCode = (challengeId: string, code: string) =>
  createHash('sha256').update(`${challengeId} ${code}`).digest('hex')

/** Is it the code that was sent for this challenge? */
export function isSentCode(challengeId: string, kept: string | null, typed: string): boolean {
  const hash = hashOfSentCode(challengeId, typed.replace(/\s+/g, ''))
  return kept?.length === hash.length && timingSafeEqual(Buffer.from(kept), Buffer.from(hash))
}
