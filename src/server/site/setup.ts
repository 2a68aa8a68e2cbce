// The page on which the first owner's account is created: a plain form, protected by the key printed at start.
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  validateNewOwner,
  isKey,
  createBusiness,
  readOwnerInvitation,
} from '#platform/accounts/owner-invitation.server.ts'
import type { InvitationState, SetupErrors, SetupState } from '#platform/accounts/setup-form.ts'
import { setupTexts } from '#platform/accounts/setup-form.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import { createRateLimit, rateLimitKey } from '#kernel/http/rate-limit.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { PageResponder } from './pages/page-responder.ts'

const file = 'src/platform/accounts/setup-page.tsx'
const bodyLimit = 16 * 1024

// The URL contains the key, so it must not be sent as a referrer.
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
  // A key cannot be guessed; the limit protects the database from attempts. A new start resets it.
  const attempts = createRateLimit({ burst: 30, refillMs: 5 * 60_000 })
  const isTooOften = (request: FastifyRequest) => {
    const client = rateLimitKey(clientIpOf(request, clientIpHeader), clientIpHeader !== undefined)
    return client !== undefined && !attempts.take(client)
  }

  const show = (request: FastifyRequest, reply: FastifyReply, form: SetupState, status = statuses[form.is]) =>
    responder.form(request, reply, { file, status, form, headers })

  async function readState(request: FastifyRequest, key: string): Promise<InvitationState | 'too_often'> {
    if (!isKey(key)) return 'unknown'
    return isTooOften(request) ? 'too_often' : readOwnerInvitation(pool, key)
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
        // Without a fragment the browser would keep that of the form's URL.
        return await reply.redirect('/auth?opened#main', 303)
      } catch (error) {
        const { status = 500, fields = {} } = error as { status?: number; fields?: SetupErrors }
        if (status >= 500) request.log.error({ err: error }, 'the business was not opened')
        const problem = Object.keys(fields).length === 0 && { problem: setupTexts.failed }
        const values = {
          businessName: textOf(body, 'businessName'),
          fullName: textOf(body, 'fullName'),
          email: textOf(body, 'email'),
        }
        return show(request, reply, { is, key, passwordMinLength, values, errors: fields, ...problem }, status)
      }
    })

    // An unreadable body contains no key.
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode < 500) return show(request, reply, { is: 'unknown' }, statusCode)
      request.log.error({ err: error }, 'the page that opens the business failed')
      return responder.failed(reply)
    })
  })
}

/** A single string field of a query or form; other types count as empty. */
function textOf(fields: unknown, name: string): string {
  const value: unknown = (Object(fields) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
