// The address at which the first owner's account is made: a plain form behind a key that a start printed.
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  validateNewOwner,
  isKey,
  createBusiness,
  readOwnerInvitation,
} from '#features/accounts/owner-invitation.server.ts'
import type { InvitationState, SetupErrors, SetupState } from '#features/accounts/setup-form.ts'
import { words } from '#features/accounts/setup-form.ts'
import { clientIpOf } from '#kernel/http/gateway.ts'
import { createRateLimit } from '#kernel/http/rate-limit.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { PageResponder } from './pages/page-responder.ts'

const file = 'src/features/accounts/setup-page.tsx'
const bodyLimit = 16 * 1024

// The key is in the address, so no link of the page may carry the address on.
const headers = { 'referrer-policy': 'no-referrer' }

const statuses: Record<SetupState['is'], number> = { open: 200, unknown: 404, used: 410, expired: 410, too_often: 429 }

type Options = {
  connect: Connect
  responder: PageResponder
  passwordMinLength: number
  clientIpHeader?: string | undefined
}

export async function mountSetup(app: FastifyInstance, options: Options) {
  const { connect, responder, passwordMinLength, clientIpHeader } = options
  const pool = openPool(connect('supabase_auth_admin'), 2)
  app.addHook('onClose', () => pool.end())
  // A key cannot be guessed; this keeps guessers from keeping the database busy. A new start forgets them.
  const attempts = createRateLimit({ burst: 30, refillMs: 5 * 60_000 })

  const show = (request: FastifyRequest, reply: FastifyReply, form: SetupState, status = statuses[form.is]) =>
    responder.form(request, reply, { file, status, form, headers })

  async function readState(request: FastifyRequest, key: string): Promise<InvitationState | 'too_often'> {
    if (!isKey(key)) return 'unknown'
    return attempts.take(clientIpOf(request, clientIpHeader)) ? readOwnerInvitation(pool, key) : 'too_often'
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit })

    scope.get('/setup', async (request, reply) => {
      const key = textOf(request.query, 'key')
      const is = await readState(request, key)
      return show(request, reply, is === 'open' ? { is, key, passwordMinLength, values: {}, errors: {} } : { is })
    })

    scope.post('/setup', { bodyLimit }, async (request, reply) => {
      const { body } = request
      const key = textOf(body, 'key')
      const is = await readState(request, key)
      if (is !== 'open') return show(request, reply, { is })
      try {
        const found = await createBusiness(
          pool,
          key,
          validateNewOwner(Object(body) as Record<string, unknown>, passwordMinLength),
        )
        if (found !== 'open') return await show(request, reply, { is: found })
        // The fragment keeps the browser from carrying on the one the form was sent to.
        return await reply.redirect('/auth?opened#main', 303)
      } catch (error) {
        const { status = 500, fields = {} } = error as { status?: number; fields?: SetupErrors }
        if (status >= 500) request.log.error({ err: error }, 'the business was not opened')
        const problem = Object.keys(fields).length === 0 && { problem: words.failed }
        const values = {
          businessName: textOf(body, 'businessName'),
          fullName: textOf(body, 'fullName'),
          email: textOf(body, 'email'),
        }
        return show(request, reply, { is, key, passwordMinLength, values, errors: fields, ...problem }, status)
      }
    })

    // A body that is no form of ours carries no key that could be read.
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode < 500) return show(request, reply, { is: 'unknown' }, statusCode)
      request.log.error({ err: error }, 'the page that opens the business failed')
      return responder.failed(reply)
    })
  })
}

/** One field of a query or a form; whatever else came under its name counts as nothing. */
function textOf(fields: unknown, name: string): string {
  const value: unknown = (Object(fields) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
