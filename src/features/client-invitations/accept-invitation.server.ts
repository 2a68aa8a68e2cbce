// Accepting an invitation to the portal. Each `pool` here has the role supabase_auth_admin, which can create accounts.
import { hashKey } from '#lib/hash-key.ts'
import type pg from 'pg'
import { createUser, deleteUser, insertUser, lockedUserByEmail } from '#kernel/auth/users.ts'
import { Refusal } from '#kernel/errors.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { passwordError } from '#platform/accounts/password-error.server.ts'
import { type InvitationState, isOpen, type OpenInvitation, texts } from './invitation-form.ts'

/** The URL of an invitation: the contact's id, and the token that authorizes it. */
export type Link = { contactId: string; token: string }

export const isLink = ({ contactId, token }: Link) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(contactId) && /^[\w-]{22}$/.test(token)

const values = ({ contactId, token }: Link) => [contactId, hashKey(token)]

/** Reads an invitation. Changes nothing, because mail scanners open every link. */
export async function readInvitation(
  pool: pg.Pool,
  link: Link,
): Promise<{ state: InvitationState; invitation: OpenInvitation }> {
  const { rows } = await pool.query<OpenInvitation & { state: InvitationState }>(
    'select * from public.read_client_invitation($1, $2)',
    values(link),
  )
  const { state, ...invitation } = rows[0]!
  return { state, invitation }
}

export const markOpened = (pool: pg.Pool, link: Link) =>
  pool.query('select public.open_client_invitation($1, $2)', values(link))

export const requestLink = (pool: pg.Pool, link: Link) =>
  pool.query('select public.request_client_invitation($1, $2)', values(link))

type Locked = { state: InvitationState; email: string; full_name: string; is_mailed: boolean }
export type AcceptInput = { way: 'password' | 'code'; password: string; passwordMinLength: number }

/**
 * Links the account of the invited address to the contact and marks the invitation as accepted, atomically. An existing account is linked
 * unchanged; otherwise one is created, with or without a password. A link that was not mailed does not prove the mailbox: it never sets a
 * password, and sign-in needs a mailed code. Returns the previous state: only an open invitation was accepted.
 */
export function acceptInvitation(pool: pg.Pool, link: Link, accepting: AcceptInput): Promise<InvitationState> {
  return inTransaction(pool, undefined, async (db) => {
    const { state, email, full_name, is_mailed } = await db.one<Locked>(
      'select * from public.lock_client_invitation($1, $2)',
      values(link),
    )
    if (!isOpen(state)) return state
    const before = await lockedUserByEmail(db, email)
    let member = before?.email_confirmed_at ? before.id : undefined
    if (!member) {
      const data = { full_name }
      const setsPassword = is_mailed && accepting.way === 'password'
      const passwordProblem = setsPassword && errorOf(accepting)
      if (passwordProblem) throw new Refusal('invalid_input', 422, texts.failed, { password: passwordProblem })
      // A third party may have signed up with this address to block the invitation, so an unconfirmed account is deleted.
      if (before) await deleteUser(db, before.id)
      member = setsPassword
        ? await createUser(db, { email, password: accepting.password, data })
        : (await insertUser(db, { email, passwordHash: null, isConfirmed: true, data })).id
    }
    await db.query('select public.accept_client_invitation($1, $2, $3)', [...values(link), member])
    return state
  })
}

const errorOf = ({ password, passwordMinLength }: AcceptInput) =>
  password === '' ? texts.required : passwordError(password, passwordMinLength)
