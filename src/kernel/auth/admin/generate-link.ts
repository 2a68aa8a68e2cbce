// POST admin/generate_link: returns a link and a code without mailing them, so that an administrator can deliver them.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, checkEmail, checkMetadata, fields } from '../request-body.ts'
import { unverifiedIdentity } from '../flows/new-users.ts'
import { discardUnverified } from '../discard-unverified.ts'
import type { Auth } from '../instance.ts'
import { verifyLink } from '../mail/mails.ts'
import { type TokenType, issueToken } from '../mail/one-time-tokens.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { redirectOf } from '../flows/redirects.ts'
import { type UserRow, insertUser, lockedUserByEmail, userResponse, userById } from '../users.ts'
import { emailExists, isEmailTaken, mapUniqueViolations } from './admin-user.ts'
import { mergeMetadata } from './user-fields.ts'

const LinkInput = z.object({
  type: fields.text,
  email: fields.email,
  new_email: fields.email,
  password: fields.password,
  data: fields.data,
})

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change_current' | 'email_change_new'

/** Token type, the `type` parameter of the link, and the columns that record the sending. */
const kinds: Record<LinkType, { token: TokenType; linkType: string; sent: string }> = {
  signup: { token: 'confirmation_token', linkType: 'signup', sent: 'confirmation_sent_at = now()' },
  invite: { token: 'confirmation_token', linkType: 'invite', sent: 'confirmation_sent_at = now(), invited_at = now()' },
  magiclink: { token: 'recovery_token', linkType: 'magiclink', sent: 'recovery_sent_at = now()' },
  recovery: { token: 'recovery_token', linkType: 'recovery', sent: 'recovery_sent_at = now()' },
  email_change_current: {
    token: 'email_change_token_current',
    linkType: 'email_change',
    sent: 'email_change_sent_at = now()',
  },
  email_change_new: { token: 'email_change_token_new', linkType: 'email_change', sent: 'email_change_sent_at = now()' },
}

export async function generateLink(auth: Auth, request: FastifyRequest) {
  const { type: linkType = '', email: typedEmail = '', new_email: next, password, data } = bodyOf(request, LinkInput)
  const email = checkEmail(typedEmail)
  if (!isType(linkType)) throw invalid(`Invalid email action link type requested: ${linkType}`)
  const isChange = linkType === 'email_change_current' || linkType === 'email_change_new'
  if (linkType === 'email_change_current' && !auth.settings.confirmEmailChangeTwice)
    throw invalid('Enable secure email change to generate link for current email')
  const newEmail = isChange ? checkEmail(next ?? '') : undefined
  const newUserInput = { data: checkMetadata(data), passwordHash: await passwordOf(auth, linkType, password) }
  const redirectTo = redirectOf(request, auth)

  const work = inTransaction(auth.pool, undefined, async (db) => {
    const existing = await lockedUserByEmail(db, email)
    const type = typeFor(linkType, existing)
    if (type === 'signup' && !existing && linkType === 'signup' && !password)
      throw invalid('Signup requires a valid password')
    const user = existing
      ? await prepareUser(db, existing, type, { ...newUserInput, newEmail })
      : await insertInvited(db, email, newUserInput)
    const kind = kinds[type]
    await db.query(`update auth.users set ${kind.sent}, updated_at = now() where id = $1`, [user.id])
    const reached = type === 'email_change_new' ? newEmail! : email
    const { code, hash } = await issueToken(db, user.id, kind.token, reached)
    return {
      ...userResponse((await userById(db, user.id))!),
      action_link: verifyLink(auth, { hash, type: kind.linkType, redirectTo }),
      email_otp: code,
      hashed_token: hash,
      verification_type: type,
      redirect_to: redirectTo,
    }
  })
  return mapUniqueViolations(work)
}

const isType = (type: string): type is LinkType => Object.hasOwn(kinds, type)

/** Only a sign-up link sets a password; for the other types the user chooses one later. */
async function passwordOf({ settings }: Auth, type: LinkType, password: string | undefined) {
  if (type !== 'signup' || !password) return null
  checkPassword(password, settings)
  return hashPassword(password)
}

/** A magic link for an unknown address becomes a sign-up link. */
function typeFor(type: LinkType, known: UserRow | undefined): LinkType {
  if (known) return type
  if (type === 'magiclink') return 'signup'
  if (type === 'signup' || type === 'invite') return type
  throw new Refusal('user_not_found', 404, 'User with this email not found')
}

type NewUserInput = { data: Record<string, unknown>; passwordHash: string | null }

/** Inserts an unconfirmed account for an invited address. */
export const insertInvited = async (db: Db, email: string, newUserInput: NewUserInput): Promise<UserRow> => {
  if (await isEmailTaken(db, email)) throw emailExists()
  return insertUser(db, { email, isConfirmed: false, ...newUserInput })
}

async function prepareUser(
  db: Db,
  user: UserRow,
  type: LinkType,
  change: NewUserInput & { newEmail: string | undefined },
) {
  if ((type === 'signup' || type === 'invite') && user.email_confirmed_at) throw emailExists()
  if (type === 'signup' || type === 'invite') await discardUninvited(db, user, change.passwordHash)
  if (type === 'signup') {
    const { sub, email, email_verified, phone_verified } = user.raw_user_meta_data
    const data = mergeMetadata(user.raw_user_meta_data, { ...change.data, sub, email, email_verified, phone_verified })
    await db.query('update auth.users set raw_user_meta_data = $2 where id = $1', [user.id, JSON.stringify(data)])
  }
  if (change.newEmail) {
    if (await isEmailTaken(db, change.newEmail, user.id)) throw emailExists()
    await db.query(
      `update auth.users set email_change_confirm_status = case when email_change = $2 then email_change_confirm_status else 0 end,
         email_change = $2 where id = $1`,
      [user.id, change.newEmail],
    )
  }
  return user
}

/** Discards credentials of an earlier unverified sign-up, which may be an attacker's, before the account is invited. */
export async function discardUninvited(db: Db, user: UserRow, next: string | null) {
  const { id } = user
  await discardUnverified(db, user, unverifiedIdentity(id, { kind: 'email', address: user.email! }))
  await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [id, next])
}
