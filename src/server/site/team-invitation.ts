// The page of a mailed team invitation: a plain form, protected by the token in its URL.
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type JoinErrors, type JoinState, texts } from '#features/team/join-form.ts'
import { checkNewMember, isInvitationToken, joinTeam, readInvitation } from '#features/team/accept-invitation.server.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import { createRateLimit, rateLimitKey } from '#kernel/http/rate-limit.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { PageResponder } from './pages/page-responder.ts'

const file = 'src/features/team/join-page.tsx'
const bodyLimit = 16 * 1024

// The URL contains the token, so it must not be sent as a referrer.
const headers = { 'referrer-policy': 'no-referrer' }

const statuses: Record<JoinState['is'], number> = {
  open: 200,
  unknown: 404,
  accepted: 410,
  expired: 410,
  revoked: 410,
  too_often: 429,
}

type Options = {
  connect: Connect
  responder: PageResponder
  passwordMinLength: number
  clientIpHeader?: string | undefined
}

export async function mountTeamInvitation(app: FastifyInstance, options: Options) {
  const { connect, responder, passwordMinLength, clientIpHeader } = options
  const pool = openPool(connect('supabase_auth_admin'), 2)
  app.addHook('onClose', () => pool.end())
  // A token cannot be guessed; the limit protects the database from attempts.
  const attempts = createRateLimit({ burst: 30, refillMs: 5 * 60_000 })
  const isTooOften = (request: FastifyRequest) => {
    const client = rateLimitKey(clientIpOf(request, clientIpHeader), clientIpHeader !== undefined)
    return client !== undefined && !attempts.take(client)
  }

  const show = (request: FastifyRequest, reply: FastifyReply, form: JoinState, status = statuses[form.is]) =>
    responder.form(request, reply, { file, status, form, headers })

  /** The state of the invitation, before any input. */
  async function readState(request: FastifyRequest, key: string): Promise<JoinState> {
    if (!isInvitationToken(key)) return { is: 'unknown' }
    if (isTooOften(request)) return { is: 'too_often' }
    const found = await readInvitation(pool, key)
    if (found.state !== 'open') return { is: found.state }
    return { is: 'open', key, invitation: found.invitation, passwordMinLength, fullName: '', errors: {} }
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit })

    scope.get('/auth/join', async (request, reply) =>
      show(request, reply, await readState(request, textOf(request.query, 'key'))),
    )

    scope.post('/auth/join', { bodyLimit }, async (request, reply) => {
      const key = textOf(request.body, 'key')
      const typed = { fullName: textOf(request.body, 'fullName'), password: textOf(request.body, 'password') }
      const standing = await readState(request, key)
      if (standing.is !== 'open') return show(request, reply, standing)
      try {
        const found = await joinTeam(pool, key, () => checkNewMember(typed, passwordMinLength))
        if (found !== 'open') return await show(request, reply, { is: found })
        // Without a fragment the browser would keep that of the form's URL.
        return await reply.redirect('/auth?opened#main', 303)
      } catch (error) {
        const { status = 500, fields = {} } = error as { status?: number; fields?: JoinErrors }
        if (status >= 500) request.log.error({ err: error }, 'accepting a team invitation failed')
        const problem = Object.keys(fields).length === 0 && { problem: texts.failed }
        return show(request, reply, { ...standing, fullName: typed.fullName, errors: fields, ...problem }, status)
      }
    })

    // An unreadable body contains no token.
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode < 500) return show(request, reply, { is: 'unknown' }, statusCode)
      request.log.error({ err: error }, 'the page behind an invitation failed')
      return responder.failed(reply)
    })
  })
}

/** A single string field of a query or form; other types count as empty. */
function textOf(fields: unknown, name: string): string {
  const value: unknown = (Object(fields) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
