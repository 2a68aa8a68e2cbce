// Hashing is slow on purpose. Only a few hashes run at once, so that a storm of sign-ins neither takes all memory nor starves the rest of the process.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../errors.ts'
import { WeakPassword, invalid } from './answers.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostAtOnce = Math.max(1, Math.min(3, availableParallelism()))
const mostWaiting = 200

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new Refusal('over_request_rate_limit', 429, 'Request rate limit reached')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

// Somebody without a password takes as long to refuse as somebody with one: time tells nobody who has an account.
let stranger: Promise<string> | undefined

export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored?.startsWith('$argon2')
    ? stored
    : await (stranger ??= hashPassword(randomBytes(16).toString('hex')))
  const matches = await inTurn(() => verify(against, password))
  return matches && against === stored
}

const mostBytes = 72

/** Throws when a new password is too long or too easy. */
export function checkPassword(password: string, minLength: number) {
  if (Buffer.byteLength(password) > mostBytes) throw invalid(`Password cannot be longer than ${mostBytes} characters`)
  const weakness = weaknessOf(password, minLength)
  if (weakness) throw new WeakPassword(weakness.message, weakness.reasons)
}

export function weaknessOf(password: string, minLength: number) {
  if (Array.from(password).length >= minLength) return undefined
  return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] }
}
