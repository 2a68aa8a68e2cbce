// The first owner: a key that a start prints, and the account that whoever brings it makes.
// Every `pool` here is of the login supabase_auth_admin: it makes accounts, and nobody else may ask about keys.
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { checkEmail } from '#kernel/auth/request-body.ts'
import { checkPassword } from '#kernel/auth/passwords/passwords.ts'
import { createUser, deleteUser, lockedUserByEmail } from '#kernel/auth/users.ts'
import { Refusal } from '#kernel/errors.ts'
import { type Db, inTransaction } from '#kernel/postgres/as-role.ts'
import { fieldNames, type InvitationState, NewOwner, type SetupErrors, words } from './setup-form.ts'

/** A fresh key, the only one that is good from now on. Undefined where somebody is an owner already. */
export async function issueOwnerInvitation(pool: pg.Pool): Promise<string | undefined> {
  const key = randomBytes(16).toString('base64url')
  const { issued } = await inTransaction(pool, undefined, (db) =>
    db.one<{ issued: boolean }>('select public.issue_owner_invitation($1) as issued', [hashOf(key)]),
  )
  return issued ? key : undefined
}

/** Looks without touching. */
export async function readOwnerInvitation(pool: pg.Pool, key: string): Promise<InvitationState> {
  const { rows } = await pool.query<{ state: InvitationState }>('select public.owner_invitation_state($1) as state', [
    hashOf(key),
  ])
  return rows[0]!.state
}

/** Whether a text has the shape of a key at all. */
export const isKey = (text: string) => /^[\w-]{22}$/.test(text)

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** Reads what was typed. Throws a Refusal with a sentence for each field that cannot be right. */
export function checkNewOwner(typed: Record<string, unknown>, passwordMinLength: number): NewOwner {
  const textOf = (name: string) => (typeof typed[name] === 'string' ? typed[name] : '')
  const read = NewOwner.safeParse(Object.fromEntries(fieldNames.map((name) => [name, textOf(name)])))
  const errors: SetupErrors = {}
  for (const { path, message } of read.error?.issues ?? []) errors[path[0] as keyof SetupErrors] ??= message
  const [email, password] = [textOf('email').trim(), textOf('password')]
  if (!errors.email && refuses(() => checkEmail(email))) errors.email = words.email
  if (!errors.password) {
    const refusal = refuses(() => checkPassword(password, { passwordMinLength }))
    if (refusal?.code === 'weak_password') errors.password = words.passwordTooShort(passwordMinLength)
    else if (refusal) errors.password = words.passwordTooLong
  }
  if (!read.success || Object.keys(errors).length > 0) throw new Refusal('invalid_input', 422, words.failed, errors)
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
 * Makes the owner's confirmed account and the unpublished business, and uses the key up: all of it or nothing.
 * Answers what the key was: only with `open` was anything made. Throws a Refusal when the address is somebody's account.
 */
export function openBusiness(pool: pg.Pool, key: string, owner: NewOwner): Promise<InvitationState> {
  return inTransaction(pool, undefined, async (db) => {
    const { state } = await db.one<{ state: InvitationState }>('select public.use_owner_invitation($1) as state', [
      hashOf(key),
    ])
    if (state !== 'open') return state
    await clearTheWay(db, owner.email.toLowerCase())
    const { email, password, fullName } = owner
    const id = await createUser(db, { email, password, emailConfirmed: true, data: { full_name: fullName } })
    await db.query('select public.make_first_owner($1, $2)', [id, owner.businessName])
    return state
  })
}

/** An account that nobody ever confirmed may have been opened by a stranger, to keep the owner out: it gives way. */
async function clearTheWay(db: Db, email: string) {
  const before = await lockedUserByEmail(db, email)
  if (before?.email_confirmed_at)
    throw new Refusal('email_exists', 422, words.emailTaken, { email: words.emailTaken } satisfies SetupErrors)
  if (before) await deleteUser(db, before.id)
}
