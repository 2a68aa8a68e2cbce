// Accounts with an unverified address or number. The first sign-up may be an attacker's.
import { randomUUID } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { discardUnverified } from '../discard-unverified.ts'
import { type NewIdentity, type UserRow, insertUser, userById } from '../users.ts'
import { type Identifier, isVerified, lockedUserByIdentifier } from './identifier.ts'

export type NewUserInput = {
  identifier: Identifier
  passwordHash: string | null
  /** Whether the identifier is confirmed without a message. */
  isConfirmed: boolean
  data: Record<string, unknown>
}

/** Inserts the account, or returns undefined when the identifier is taken. */
export async function insertIfFree(db: Db, newUserInput: NewUserInput): Promise<UserRow | undefined> {
  const { identifier, passwordHash, isConfirmed, data } = newUserInput
  if (await lockedUserByIdentifier(db, identifier)) return undefined
  try {
    const isEmail = identifier.kind === 'email'
    return await insertUser(db, {
      [identifier.kind]: identifier.address,
      passwordHash,
      isConfirmed: isEmail && isConfirmed,
      isPhoneConfirmed: !isEmail && isConfirmed,
      isSelfSignUp: true,
      data,
    })
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint !== 'users_email_partial_key' && constraint !== 'users_phone_key') throw error
    throw concurrentSignUp()
  }
}

export const concurrentSignUp = () =>
  new Refusal('conflict', 409, 'Another sign-up with this address is in progress, please retry.')

/**
 * Restarts an unverified sign-up with this password and metadata. Discards earlier credentials, possibly an attacker's.
 */
export async function restartSignUp(
  db: Db,
  user: UserRow,
  identifier: Identifier,
  passwordHash: string | null,
  data: object,
) {
  await discardUnverified(db, user, unverifiedIdentity(user.id, identifier))
  await db.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = now() where id = $1`,
    [user.id, passwordHash, JSON.stringify({ ...data, ...unverifiedData(user.id, identifier) })],
  )
  return (await userById(db, user.id))!
}

export const canRestartSignUp = (user: UserRow, identifier: Identifier) =>
  !user.confirmed_at && !isVerified(user, identifier)

/** Creates the identity of an unverified identifier. */
export const unverifiedIdentity = (userId: string, identifier: Identifier): NewIdentity => ({
  provider: identifier.kind,
  providerId: userId,
  data: unverifiedData(userId, identifier),
})

const unverifiedData = (sub: string, { kind, address }: Identifier) => ({
  sub,
  [kind]: address,
  email_verified: false,
  phone_verified: false,
})

/** A fake user for the sign-up of a taken identifier, so that the response does not reveal the account. */
export function fakeNewUser({ identifier, data }: NewUserInput) {
  const now = new Date()
  const id = randomUUID()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone: '',
    [identifier.kind]: identifier.address,
    confirmation_sent_at: now,
    app_metadata: { provider: identifier.kind, providers: [identifier.kind] },
    user_metadata: { ...data, ...unverifiedData(id, identifier) },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
