// Password rules, hashing and verification.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { Refusal } from '../../errors.ts'
import { WeakPassword, invalid } from '../auth-errors.ts'
import { isGuessablePassword } from './guessable-passwords.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const ownPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

// Concurrency limit: hashing is slow on purpose, and a burst of sign-ins must not exhaust memory or CPU of the process.
const maxConcurrent = Math.max(1, Math.min(3, availableParallelism()))
const maxQueued = 200

let running = 0
const waiting: (() => void)[] = []

async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxQueued) throw new Refusal('over_request_rate_limit', 429, 'Request rate limit reached')
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

export const hashPassword = (password: string) => withConcurrencyLimit(() => hash(password, cost))

// A dummy hash for accounts without a password, so that timing does not reveal whether an account exists.
let dummyHash: Promise<string> | undefined

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against =
    stored && isSupportedHash(stored) ? stored : await (dummyHash ??= hashPassword(randomBytes(16).toString('hex')))
  const matches = await withConcurrencyLimit(() =>
    against.startsWith('$argon2') ? verify(against, password) : verifyBcrypt(password, against),
  )
  return matches && against === stored
}

/** Whether the hash was imported or has older cost parameters: it is replaced at the next sign-in. */
export const isOutdated = (stored: string) => !stored.startsWith(ownPrefix)

const bcrypt = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const argon2 =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,171}$/

/** Whether the hash is bcrypt or argon2 with an acceptable cost: one sign-in must not block the others. */
export function isSupportedHash(stored: string): boolean {
  const rounds = bcrypt.exec(stored)?.[1]
  if (rounds) return Number(rounds) >= 4 && Number(rounds) <= 15
  const [, memory, time, lanes] = argon2.exec(stored) ?? []
  return Number(lanes) >= 1 && Number(memory) >= 8 * Number(lanes) && Number(memory) * Number(time) <= 1 << 20
}

const maxBytes = 72

export type PasswordRules = {
  passwordMinLength: number
  /** Character sets; a password needs at least one character of each. */
  passwordCharacters?: readonly string[]
  /** The server key may import accounts whose passwords are easy to guess. */
  allowsGuessable?: boolean
}

/** Throws when a new password is too long or too weak. */
export function checkPassword(password: string, rules: PasswordRules) {
  if (Buffer.byteLength(password) > maxBytes) throw invalid(`Password cannot be longer than ${maxBytes} characters`)
  const weakness = weaknessOf(password, rules)
  if (weakness) throw new WeakPassword(weakness.message, weakness.reasons)
}

export function weaknessOf(
  password: string,
  { passwordMinLength: min, passwordCharacters: sets = [], allowsGuessable = false }: PasswordRules,
) {
  const weaknesses = [
    ...(Array.from(password).length < min
      ? [{ reason: 'length', message: `Password should be at least ${min} characters.` }]
      : []),
    ...(sets.some((set) => !Array.from(set).some((sign) => password.includes(sign)))
      ? [
          {
            reason: 'characters',
            message: `Password should contain at least one character of each: ${sets.join(', ')}.`,
          },
        ]
      : []),
  ]
  // The reason by which upstream reports a leaked password.
  if (weaknesses.length === 0 && !allowsGuessable && isGuessablePassword(password))
    weaknesses.push({
      reason: 'pwned',
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
    })
  if (weaknesses.length === 0) return undefined
  return {
    message: weaknesses.map(({ message }) => message).join(' '),
    reasons: weaknesses.map(({ reason }) => reason),
  }
}
