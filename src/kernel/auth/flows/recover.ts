// POST recover and resend: mails that somebody asks for with nothing but an address. The answer is the same for every address, and takes as long.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Db, inTransaction } from '../../postgres/as-role.ts'
import { invalid } from '../answers.ts'
import { bodyOf, checkEmail, fields } from '../body.ts'
import type { Auth } from '../instance.ts'
import { mailConfirmation, mailEmailChange, mailRecovery } from '../mail/mails.ts'
import { quietly } from '../mail/quiet.ts'
import { redirectOf } from '../redirects.ts'
import { type UserRow, lockedUserByEmail } from '../users.ts'

const Recover = z.object({ email: fields.email })

export async function recover(auth: Auth, request: FastifyRequest) {
  const { email } = bodyOf(request, Recover)
  if (!email) throw invalid('Password recovery requires an email')
  auth.limits.checkMail('recover_password', checkEmail(email), request)
  const redirectTo = redirectOf(request, auth)
  return mailIfKnown(auth, email, (db, user) => mailRecovery(db, auth, user, redirectTo))
}

const Resend = z.object({ type: fields.text, email: fields.email, phone: fields.phone })

export async function resend(auth: Auth, request: FastifyRequest) {
  const { type, email, phone } = bodyOf(request, Resend)
  if (type !== 'signup' && type !== 'email_change' && type !== 'sms' && type !== 'phone_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (type === 'sms' || type === 'phone_change') throw invalid('Phone logins are disabled')
  if (!email || phone) throw invalid('Type provided requires an email address')
  auth.limits.checkMail(type === 'signup' ? 'confirm_signup' : 'change_email', checkEmail(email), request)
  const redirectTo = redirectOf(request, auth)
  return mailIfKnown(auth, email, async (db, user) => {
    if (type === 'signup' && !user.email_confirmed_at) await mailConfirmation(db, auth, user, redirectTo)
    if (type === 'email_change' && user.email_change) await mailEmailChange(db, auth, user, redirectTo)
  })
}

async function mailIfKnown(auth: Auth, email: string, mail: (db: Db, user: UserRow) => Promise<void>) {
  const work = inTransaction(auth.pool, undefined, async (db) => {
    const user = await lockedUserByEmail(db, email)
    if (user) await mail(db, user)
  })
  await quietly(work)
  return {}
}
