// What a password has to be, and whether it is the right one.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { Refusal } from '../../errors.ts'
import { WeakPassword, invalid } from '../auth-errors.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const ownPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

// Hashing is slow on purpose. Only a few hashes run at once, so that a storm of sign-ins neither takes all memory nor starves the rest of the process.
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
  const against =
    stored && isReadable(stored) ? stored : await (stranger ??= hashPassword(randomBytes(16).toString('hex')))
  const matches = await inTurn(() =>
    against.startsWith('$argon2') ? verify(against, password) : verifyBcrypt(password, against),
  )
  return matches && against === stored
}

/** Brought over from elsewhere, or made when less was enough: to be made anew when the password is at hand. */
export const isOutdated = (stored: string) => !stored.startsWith(ownPrefix)

const bcrypt = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const argon2 =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,171}$/

/** A hash that we can check a password against: bcrypt or argon2, and none so dear that one sign-in holds up all others. */
export function isReadable(stored: string): boolean {
  const rounds = bcrypt.exec(stored)?.[1]
  if (rounds) return Number(rounds) >= 4 && Number(rounds) <= 15
  const [, memory, time, lanes] = argon2.exec(stored) ?? []
  return Number(lanes) >= 1 && Number(memory) >= 8 * Number(lanes) && Number(memory) * Number(time) <= 1 << 20
}

const mostBytes = 72

/** How long a new password has to be, and of which sets it needs a sign each. */
export type PasswordRules = { passwordMinLength: number; passwordCharacters?: readonly string[] }

/** Throws when a new password is too long or too easy. */
export function checkPassword(password: string, rules: PasswordRules) {
  if (Buffer.byteLength(password) > mostBytes) throw invalid(`Password cannot be longer than ${mostBytes} characters`)
  const weakness = weaknessOf(password, rules)
  if (weakness) throw new WeakPassword(weakness.message, weakness.reasons)
}

export function weaknessOf(
  password: string,
  { passwordMinLength: least, passwordCharacters: sets = [] }: PasswordRules,
) {
  const weaknesses = [
    ...(Array.from(password).length < least
      ? [{ reason: 'length', message: `Password should be at least ${least} characters.` }]
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
  if (weaknesses.length === 0) return undefined
  return {
    message: weaknesses.map(({ message }) => message).join(' '),
    reasons: weaknesses.map(({ reason }) => reason),
  }
}
