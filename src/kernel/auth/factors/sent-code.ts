// Codes sent to a phone. Only a hash is stored, so that read access to the table does not reveal a code.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

export const newSentCode = () => String(randomInt(1_000_000)).padStart(6, '0')

export const sentCodeHash = (challengeId: string, code: string) =>
  createHash('sha256').update(`${challengeId} ${code}`).digest('hex')

/** Whether the code is the one that was sent for this challenge. */
export function matchesSentCode(challengeId: string, storedHash: string | null, typed: string): boolean {
  const hash = sentCodeHash(challengeId, typed.replace(/\s+/g, ''))
  return storedHash?.length === hash.length && timingSafeEqual(Buffer.from(storedHash), Buffer.from(hash))
}
