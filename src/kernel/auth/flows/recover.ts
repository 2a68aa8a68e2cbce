// POST recover: mails a recovery link. Body and duration of the response are the same for every address.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { bodyOf, fields } from '../request-body.ts'
import type { Auth } from '../instance.ts'
import { mailRecovery } from '../mail/mails.ts'
import { withMinimumDuration } from '../mail/constant-time-response.ts'
import { redirectOf } from './redirects.ts'
import { checkSending, identifierOf, lockedUserByIdentifier } from './identifier.ts'
import { challengeOf } from './flow-state.ts'

const Recover = z.object({ email: fields.email, ...fields.challenge })

export async function recover(auth: Auth, request: FastifyRequest) {
  const { email, ...sent } = bodyOf(request, Recover)
  const identifier = identifierOf({ email })
  if (!identifier) throw invalid('Password recovery requires an email')
  const linkTarget = { redirectTo: redirectOf(request, auth), challenge: challengeOf(sent) }
  checkSending(auth, identifier, 'recover_password', request)
  await withMinimumDuration(
    inTransaction(auth.pool, undefined, async (db) => {
      const user = await lockedUserByIdentifier(db, identifier)
      if (user) await mailRecovery(db, auth, user, linkTarget)
    }),
  )
  return {}
}
