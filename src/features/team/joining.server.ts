// From a mailed invitation to a member of the team. Every `pool` here is of the login supabase_auth_admin, which makes accounts.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { checkPassword } from '#kernel/auth/passwords/passwords.ts'
import { createUser, deleteUser, lockedUserByEmail } from '#kernel/auth/users.ts'
import { Refusal } from '#kernel/errors.ts'
import { inTransaction } from '#kernel/postgres/as-role.ts'
import { type InvitationState, type JoinErrors, NewMember, type OpenInvitation, words } from './join-form.ts'

/** Whether a text has the shape of a key at all. */
export const isKey = (text: string) => /^[\w-]{22}$/.test(text)

/** What the database keeps of a key. */
export const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** Looks without touching: programs that check mail open every link in it. */
export async function readInvitation(
  pool: pg.Pool,
  key: string,
): Promise<{ state: 'open'; invitation: OpenInvitation } | { state: Exclude<InvitationState, 'open'> }> {
  const { rows } = await pool.query<OpenInvitation & { state: InvitationState }>(
    'select * from public.read_staff_invitation($1)',
    [hashOf(key)],
  )
  const { state, ...invitation } = rows[0]!
  return state === 'open' ? { state, invitation } : { state }
}

/** Reads what a newcomer typed. Throws a Refusal with a sentence for each field that cannot be right. */
export function checkNewMember(typed: { fullName: string; password: string }, passwordMinLength: number): NewMember {
  const read = NewMember.safeParse(typed)
  const errors: JoinErrors = {}
  for (const { path, message } of read.error?.issues ?? []) errors[path[0] as keyof JoinErrors] ??= message
  if (!errors.password) errors.password = passwordFault(typed.password, passwordMinLength)
  if (!read.success || Object.values(errors).some(Boolean))
    throw new Refusal('invalid_input', 422, words.failed, { ...errors } as Record<string, string>)
  return read.data
}

function passwordFault(password: string, passwordMinLength: number): string | undefined {
  try {
    checkPassword(password, { passwordMinLength })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'weak_password' ? words.passwordTooShort(passwordMinLength) : words.passwordTooLong
  }
}

/**
 * Gives the invited address its role and uses the key up: all of it or nothing. The mail has proved the address, so an account that stands
 * there joins as it is, and otherwise `read` is asked for the new one. Answers what the key was: only with `open` did anything happen.
 */
export function joinTeam(pool: pg.Pool, key: string, read: () => NewMember): Promise<InvitationState> {
  return inTransaction(pool, undefined, async (db) => {
    const hash = hashOf(key)
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
    // An account that nobody ever confirmed may have been opened by a stranger, to keep the invited out: it gives way.
    if (before) await deleteUser(db, before.id)
    const id = await createUser(db, { email, password, emailConfirmed: true, data: { full_name: fullName } })
    await db.query('select public.join_team($1, $2, $3)', [hash, id, fullName])
    return state
  })
}
