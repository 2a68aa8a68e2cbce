// Accounts with an unverified address or number. The first sign-up may be an attacker's.
import { randomUUID } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { forgetUnproven } from '../discard-unverified.ts'
import { type NewIdentity, type UserRow, insertUser, userById } from '../users.ts'
import { type Handle, isProven, lockedUserByHandle } from './identifier.ts'

export type Newcomer = {
  handle: Handle
  passwordHash: string | null
  /** Whether the identifier is confirmed without a message. */
  isConfirmed: boolean
  data: Record<string, unknown>
}

/** Inserts the account, or returns undefined when the identifier is taken. */
export async function insertUnlessTaken(db: Db, newcomer: Newcomer): Promise<UserRow | undefined> {
  const { handle, passwordHash, isConfirmed, data } = newcomer
  if (await lockedUserByHandle(db, handle)) return undefined
  try {
    const isEmail = handle.kind === 'email'
    return await insertUser(db, {
      [handle.kind]: handle.address,
      passwordHash,
      isConfirmed: isEmail && isConfirmed,
      isPhoneConfirmed: !isEmail && isConfirmed,
      data,
    })
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint !== 'users_email_partial_key' && constraint !== 'users_phone_key') throw error
    throw atTheSameMoment()
  }
}

export const atTheSameMoment = () =>
  new Refusal('conflict', 409, 'Another sign-up with this address is in progress, please retry.')

/** Restarts an unverified sign-up with the given password and metadata. Earlier credentials, possibly an attacker's, are discarded. */
export async function startAgain(db: Db, user: UserRow, handle: Handle, passwordHash: string | null, data: object) {
  await forgetUnproven(db, user, identityBy(user.id, handle))
  await db.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = now() where id = $1`,
    [user.id, passwordHash, JSON.stringify({ ...data, ...unproven(user.id, handle) })],
  )
  return (await userById(db, user.id))!
}

export const canStartAgain = (user: UserRow, handle: Handle) => !user.confirmed_at && !isProven(user, handle)

/** The identity of an unverified identifier. */
export const identityBy = (userId: string, handle: Handle): NewIdentity => ({
  provider: handle.kind,
  providerId: userId,
  data: unproven(userId, handle),
})

const unproven = (sub: string, { kind, address }: Handle) => ({
  sub,
  [kind]: address,
  email_verified: false,
  phone_verified: false,
})

/** A fake user for the sign-up of a taken identifier, so that the response does not reveal the account. */
export function pretendToBeNew({ handle, data }: Newcomer) {
  const now = new Date()
  const id = randomUUID()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone: '',
    [handle.kind]: handle.address,
    confirmation_sent_at: now,
    app_metadata: { provider: handle.kind, providers: [handle.kind] },
    user_metadata: { ...data, ...unproven(id, handle) },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
