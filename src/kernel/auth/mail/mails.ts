// The mails of auth: who gets which link. How they look is handed in.
import { queueMail } from '../../mail/outbox.ts'
import type { Db } from '../../postgres/as-role.ts'
import type { Auth } from '../instance.ts'
import type { UserRow } from '../users.ts'
import type { MailKind } from './compose.ts'
import { type TokenType, issueToken } from './one-time-tokens.ts'

type Letter = { kind: MailKind; verifyType: string; tokenType: TokenType; email: string; newEmail?: string }

export async function mailConfirmation(db: Db, auth: Auth, user: UserRow, redirectTo: string) {
  const letter = { kind: 'confirm_signup', verifyType: 'signup', tokenType: 'confirmation_token' } as const
  await mailToken(db, auth, user, redirectTo, { ...letter, email: user.email! })
  await noteSent(db, user, 'confirmation_sent_at')
}

export async function mailRecovery(db: Db, auth: Auth, user: UserRow, redirectTo: string) {
  const letter = { kind: 'recover_password', verifyType: 'recovery', tokenType: 'recovery_token' } as const
  await mailToken(db, auth, user, redirectTo, { ...letter, email: user.email! })
  await noteSent(db, user, 'recovery_sent_at')
}

/** What users.email_change_confirm_status says: which of the two addresses has agreed to a change so far. */
export const agreedByOld = 1
export const agreedByNew = 2

/** To the new address, and where that is asked for to the old one too: then both have to agree. */
export async function mailEmailChange(db: Db, auth: Auth, user: UserRow, redirectTo: string) {
  const letter = { kind: 'change_email', verifyType: 'email_change', newEmail: user.email_change } as const
  const { email, email_change: newEmail, email_change_confirm_status: agreed } = user
  if (auth.settings.confirmEmailChangeTwice && email && agreed !== agreedByOld)
    await mailToken(db, auth, user, redirectTo, { ...letter, tokenType: 'email_change_token_current', email })
  if (agreed !== agreedByNew)
    await mailToken(db, auth, user, redirectTo, { ...letter, tokenType: 'email_change_token_new', email: newEmail })
  await noteSent(db, user, 'email_change_sent_at')
}

async function mailToken(db: Db, auth: Auth, user: UserRow, redirectTo: string, letter: Letter) {
  const { kind, verifyType, tokenType, email, newEmail } = letter
  const { code, hash } = await issueToken(db, user.id, tokenType, email)
  const query = new URLSearchParams({ token: hash, type: verifyType, redirect_to: redirectTo })
  const link = `${auth.address}/verify?${query}`
  const composed = await auth.composeMail(kind, { link, code, email, ...(newEmail && { newEmail }) })
  await queueMail(db, { ...composed, to: email, purpose: kind })
}

async function noteSent(
  db: Db,
  user: UserRow,
  column: 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at',
) {
  const { at } = await db.one<{ at: Date }>(
    `update auth.users set ${column} = now() where id = $1 returning ${column} as at`,
    [user.id],
  )
  user[column] = at
}
