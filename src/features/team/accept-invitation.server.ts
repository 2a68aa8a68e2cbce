// Accepting a mailed invitation. Every `pool` here has the role supabase_auth_admin, which creates accounts.
import { hashKey } from '#lib/hash-key.ts'
import type pg from 'pg'
import { createUser, deleteUser, lockedUserByEmail } from '#kernel/auth/users.ts'
import { Refusal } from '#kernel/errors.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { passwordError } from '#platform/accounts/password-error.server.ts'
import { type InvitationState, type JoinErrors, NewMember, type OpenInvitation, texts } from './join-form.ts'

/** Whether a text has the format of a token. */
export const isInvitationToken = (text: string) => /^[\w-]{22}$/.test(text)

/** Read-only, because mail scanners open every link. */
export async function readInvitation(
  pool: pg.Pool,
  key: string,
): Promise<{ state: 'open'; invitation: OpenInvitation } | { state: Exclude<InvitationState, 'open'> }> {
  const { rows } = await pool.query<OpenInvitation & { state: InvitationState }>(
    'select * from public.read_staff_invitation($1)',
    [hashKey(key)],
  )
  const { state, ...invitation } = rows[0]!
  return state === 'open' ? { state, invitation } : { state }
}

/** Validates a new account's fields. Throws a Refusal with a text per invalid field. */
export function checkNewMember(typed: { fullName: string; password: string }, passwordMinLength: number): NewMember {
  const read = NewMember.safeParse(typed)
  const errors: JoinErrors = {}
  for (const { path, message } of read.error?.issues ?? []) errors[path[0] as keyof JoinErrors] ??= message
  const passwordProblem = errors.password ?? passwordError(typed.password, passwordMinLength)
  if (passwordProblem) errors.password = passwordProblem
  if (!read.success || Object.values(errors).some(Boolean))
    throw new Refusal('invalid_input', 422, texts.failed, { ...errors } as Record<string, string>)
  return read.data
}

/**
 * Grants the role to the invited address and uses the token up, atomically. The mail verified the address, so an existing account
 * joins unchanged; otherwise `read` returns the new account's fields. Returns the invitation's state: only `open` changed anything.
 */
export function joinTeam(pool: pg.Pool, key: string, read: () => NewMember): Promise<InvitationState> {
  return inTransaction(pool, undefined, async (db) => {
    const hash = hashKey(key)
    const { state, email } = await db.one<{ state: InvitationState; email: string }>(
      'select * from public.lock_staff_invitation($1)',
      [hash],
    )
    if (state !== 'open') return state
    const before = await lockedUserByEmail(db, email)
    if (before?.email_confirmed_at) {
      const named = before.raw_user_meta_data['full_name']
      const name = typeof named === 'string' && named.trim().length > 1 ? named.trim().slice(0, 80) : email.slice(0, 80)
      await db.query('select public.join_team($1, $2, $3)', [hash, before.id, name])
      return state
    }
    const { fullName, password } = read()
    // A third party may have signed up with this address to block the invitation, so an unconfirmed account is deleted.
    if (before) await deleteUser(db, before.id)
    const id = await createUser(db, { email, password, emailConfirmed: true, data: { full_name: fullName } })
    await db.query('select public.join_team($1, $2, $3)', [hash, id, fullName])
    return state
  })
}
