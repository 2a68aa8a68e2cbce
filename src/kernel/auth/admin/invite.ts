// POST invite: an unconfirmed account, and a mail with its invitation link.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../postgres/transaction.ts'
import { bodyOf, checkEmail, checkMetadata, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { mailInvitation } from '../mail/mails.ts'
import { redirectOf } from '../flows/redirects.ts'
import { lockedUserByEmail, userResponse, userById } from '../users.ts'
import { emailExists, mapUniqueViolations } from './admin-user.ts'
import { discardUninvited, insertInvited } from './generate-link.ts'

const Invitation = z.object({ email: fields.email, data: fields.data })

export async function invite(auth: Auth, request: FastifyRequest) {
  const { email: typedEmail = '', data } = bodyOf(request, Invitation)
  const email = checkEmail(typedEmail)
  const newUserInput = { data: checkMetadata(data), passwordHash: null }
  const redirectTo = redirectOf(request, auth)
  const work = inTransaction(auth.pool, undefined, async (db) => {
    const existing = await lockedUserByEmail(db, email)
    if (existing?.email_confirmed_at) throw emailExists()
    if (existing) await discardUninvited(db, existing, null)
    const user = existing ?? (await insertInvited(db, email, newUserInput))
    await mailInvitation(db, auth, user, { redirectTo })
    await db.query('update auth.users set invited_at = now() where id = $1', [user.id])
    return userResponse((await userById(db, user.id))!)
  })
  return mapUniqueViolations(work)
}
