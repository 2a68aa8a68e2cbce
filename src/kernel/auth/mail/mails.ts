// Auth mails: token, link and recipient of each kind. Rendering is injected as composeMail.
import { queueMail } from '../../mail/outbox.ts'
import type { Db } from '../../postgres/transaction.ts'
import { type Challenge, startFlow } from '../flows/flow-state.ts'
import type { Auth } from '../instance.ts'
import type { UserRow } from '../users.ts'
import type { MailKind } from './compose.ts'
import { type TokenType, issueToken } from './one-time-tokens.ts'

type AuthMail = { kind: MailKind; verifyType: string; tokenType: TokenType; email: string; newEmail?: string }

/** Redirect address of a mailed link, and the PKCE challenge of a client that expects an auth code there. */
export type LinkTarget = { redirectTo: string; challenge?: Challenge | undefined }

export async function mailConfirmation(db: Db, auth: Auth, user: UserRow, linkTarget: LinkTarget) {
  const authMail = { kind: 'confirm_signup', verifyType: 'signup', tokenType: 'confirmation_token' } as const
  await mailLink(db, auth, user, linkTarget, { ...authMail, email: user.email! })
  await recordSent(db, user, 'confirmation_sent_at')
}

export async function mailInvitation(db: Db, auth: Auth, user: UserRow, linkTarget: LinkTarget) {
  const authMail = { kind: 'invite', verifyType: 'invite', tokenType: 'confirmation_token' } as const
  await mailLink(db, auth, user, linkTarget, { ...authMail, email: user.email! })
  await recordSent(db, user, 'confirmation_sent_at')
}

export async function mailRecovery(db: Db, auth: Auth, user: UserRow, linkTarget: LinkTarget) {
  const authMail = { kind: 'recover_password', verifyType: 'recovery', tokenType: 'recovery_token' } as const
  await mailLink(db, auth, user, linkTarget, { ...authMail, email: user.email! })
  await recordSent(db, user, 'recovery_sent_at')
}

export async function mailMagicLink(db: Db, auth: Auth, user: UserRow, linkTarget: LinkTarget) {
  const authMail = { kind: 'magic_link', verifyType: 'magiclink', tokenType: 'recovery_token' } as const
  await mailLink(db, auth, user, linkTarget, { ...authMail, email: user.email! })
  await recordSent(db, user, 'recovery_sent_at')
}

/** Mails the code of a reauthentication. */
export async function mailReauthentication(db: Db, auth: Auth, user: UserRow) {
  const email = user.email!
  const { code } = await issueToken(db, user.id, 'reauthentication_token', email)
  const composed = await auth.composeMail('reauthenticate', { code, email })
  await queueMail(db, { ...composed, to: email, purpose: 'reauthenticate' })
  await recordSent(db, user, 'reauthentication_sent_at')
}

/** Values of users.email_change_confirm_status: which of the two addresses has confirmed a change. */
export const confirmedByOld = 1
export const confirmedByNew = 2

/** Mails the new address, and with confirmEmailChangeTwice the old one too. */
export async function mailEmailChange(db: Db, auth: Auth, user: UserRow, linkTarget: LinkTarget) {
  const authMail = { kind: 'change_email', verifyType: 'email_change', newEmail: user.email_change } as const
  const { email, email_change: newEmail, email_change_confirm_status: agreed } = user
  const flowId = await flowOf(db, user, linkTarget, authMail.verifyType)
  const mail = (to: Pick<AuthMail, 'tokenType' | 'email'>) =>
    mailToken(db, auth, user, linkTarget, { ...authMail, ...to }, flowId)
  if (auth.settings.confirmEmailChangeTwice && email && agreed !== confirmedByOld)
    await mail({ tokenType: 'email_change_token_current', email })
  if (agreed !== confirmedByNew) await mail({ tokenType: 'email_change_token_new', email: newEmail })
  await recordSent(db, user, 'email_change_sent_at')
}

async function mailLink(db: Db, auth: Auth, user: UserRow, linkTarget: LinkTarget, authMail: AuthMail) {
  await mailToken(db, auth, user, linkTarget, authMail, await flowOf(db, user, linkTarget, authMail.verifyType))
}

/** Authentication methods of the claim `amr` that differ from the type of the link. */
const methods: Record<string, string> = { signup: 'email/signup' }

async function flowOf(
  db: Db,
  user: UserRow,
  { challenge }: LinkTarget,
  verifyType: string,
): Promise<string | undefined> {
  if (!challenge) return undefined
  return startFlow(db, { provider: 'email', method: methods[verifyType] ?? verifyType, challenge, userId: user.id })
}

async function mailToken(
  db: Db,
  auth: Auth,
  user: UserRow,
  { redirectTo }: LinkTarget,
  authMail: AuthMail,
  flowId: string | undefined,
) {
  const { kind, verifyType, tokenType, email, newEmail } = authMail
  const { code, hash } = await issueToken(db, user.id, tokenType, email, flowId)
  const link = verifyLink(auth, { hash, type: verifyType, redirectTo })
  const composed = await auth.composeMail(kind, { link, code, email, ...(newEmail && { newEmail }) })
  await queueMail(db, { ...composed, to: email, purpose: kind })
}

/** The URL of a mailed link. */
export function verifyLink(auth: Auth, { hash, type, redirectTo }: { hash: string; type: string; redirectTo: string }) {
  const query = new URLSearchParams({ token: hash, type, redirect_to: redirectTo })
  return `${auth.address}/verify?${query}`
}

async function recordSent(
  db: Db,
  user: UserRow,
  column: 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at' | 'reauthentication_sent_at',
) {
  const { at } = await db.one<{ at: Date }>(
    `update auth.users set ${column} = now() where id = $1 returning ${column} as at`,
    [user.id],
  )
  user[column] = at
}
