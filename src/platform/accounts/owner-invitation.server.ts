// The first owner: a single-use invitation token printed at startup, and the account created with it.
// Every `pool` here logs in as supabase_auth_admin: it creates accounts and is the only login that may read tokens.
import { randomBytes } from 'node:crypto'
import { hashKey } from '#lib/hash-key.ts'
import type pg from 'pg'
import { checkEmail } from '#kernel/auth/request-body.ts'
import { createUser, deleteUser, lockedUserByEmail } from '#kernel/auth/users.ts'
import { Refusal } from '#kernel/errors.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { passwordError } from './password-error.server.ts'
import { fieldNames, type InvitationState, NewOwner, type SetupErrors, setupTexts } from './setup-form.ts'

/** Issues a new token and revokes earlier ones. Returns undefined if an owner exists. */
export async function issueOwnerInvitation(pool: pg.Pool): Promise<string | undefined> {
  const key = randomBytes(16).toString('base64url')
  const { issued } = await inTransaction(pool, undefined, (db) =>
    db.one<{ issued: boolean }>('select public.issue_owner_invitation($1) as issued', [hashKey(key)]),
  )
  return issued ? key : undefined
}

/** Checks a token without consuming it. */
export async function readOwnerInvitation(pool: pg.Pool, key: string): Promise<InvitationState> {
  const { rows } = await pool.query<{ state: InvitationState }>('select public.owner_invitation_state($1) as state', [
    hashKey(key),
  ])
  return rows[0]!.state
}

/** Whether the text has the format of a token. */
export const isKey = (text: string) => /^[\w-]{22}$/.test(text)

/** Validates the setup form. Throws a Refusal with a message per invalid field. */
export function validateNewOwner(typed: Record<string, unknown>, passwordMinLength: number): NewOwner {
  const textOf = (name: string) => (typeof typed[name] === 'string' ? typed[name] : '')
  const read = NewOwner.safeParse(Object.fromEntries(fieldNames.map((name) => [name, textOf(name)])))
  const errors: SetupErrors = {}
  for (const { path, message } of read.error?.issues ?? []) errors[path[0] as keyof SetupErrors] ??= message
  const [email, password] = [textOf('email').trim(), textOf('password')]
  if (!errors.email && refuses(() => checkEmail(email))) errors.email = setupTexts.email
  const passwordProblem = errors.password ?? passwordError(password, passwordMinLength)
  if (passwordProblem) errors.password = passwordProblem
  if (!read.success || Object.keys(errors).length > 0)
    throw new Refusal('invalid_input', 422, setupTexts.failed, errors)
  return read.data
}

function refuses(check: () => void): Refusal | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/**
 * Creates the owner's confirmed account and the unpublished business, and consumes the token, in one transaction.
 * Returns the state of the token; nothing is created unless it is `open`. Throws a Refusal if the address belongs to an
 * existing account.
 */
export function createBusiness(pool: pg.Pool, key: string, owner: NewOwner): Promise<InvitationState> {
  return inTransaction(pool, undefined, async (db) => {
    const { state } = await db.one<{ state: InvitationState }>('select public.use_owner_invitation($1) as state', [
      hashKey(key),
    ])
    if (state !== 'open') return state
    await discardUnconfirmed(db, owner.email.toLowerCase())
    const { email, password, fullName } = owner
    const id = await createUser(db, { email, password, emailConfirmed: true, data: { full_name: fullName } })
    await db.query('select public.make_first_owner($1, $2)', [id, owner.businessName])
    return state
  })
}

/** Deletes an unconfirmed account with this address: it must not block the owner's registration. */
async function discardUnconfirmed(db: Db, email: string) {
  const before = await lockedUserByEmail(db, email)
  if (before?.email_confirmed_at)
    throw new Refusal('email_exists', 422, setupTexts.emailTaken, {
      email: setupTexts.emailTaken,
    } satisfies SetupErrors)
  if (before) await deleteUser(db, before.id)
}
