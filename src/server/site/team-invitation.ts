// The address that a mailed invitation to the team leads to: a plain form behind the key of the mail.
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type JoinErrors, type JoinState, texts } from '#features/team/join-form.ts'
import { checkNewMember, isInvitationToken, joinTeam, readInvitation } from '#features/team/accept-invitation.server.ts'
import { clientIpOf } from '#kernel/http/gateway.ts'
import { createRateLimit } from '#kernel/http/rate-limit.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { PageResponder } from './pages/page-responder.ts'

const file = 'src/features/team/join-page.tsx'
const bodyLimit = 16 * 1024

// The key is in the address, so no link of the page may carry the address on.
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
  // A key cannot be guessed; this keeps guessers from keeping the database busy.
  const attempts = createRateLimit({ burst: 30, refillMs: 5 * 60_000 })

  const show = (request: FastifyRequest, reply: FastifyReply, form: JoinState, status = statuses[form.is]) =>
    responder.form(request, reply, { file, status, form, headers })

  /** What the page shows of a key before anything was typed. */
  async function readState(request: FastifyRequest, key: string): Promise<JoinState> {
    if (!isInvitationToken(key)) return { is: 'unknown' }
    if (!attempts.take(clientIpOf(request, clientIpHeader))) return { is: 'too_often' }
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
        // The fragment keeps the browser from carrying on the one the form was sent to.
        return await reply.redirect('/auth?opened#main', 303)
      } catch (error) {
        const { status = 500, fields = {} } = error as { status?: number; fields?: JoinErrors }
        if (status >= 500) request.log.error({ err: error }, 'somebody could not join the team')
        const problem = Object.keys(fields).length === 0 && { problem: texts.failed }
        return show(request, reply, { ...standing, fullName: typed.fullName, errors: fields, ...problem }, status)
      }
    })

    // A body that is no form of ours carries no key that could be read.
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode < 500) return show(request, reply, { is: 'unknown' }, statusCode)
      request.log.error({ err: error }, 'the page behind an invitation failed')
      return responder.failed(reply)
    })
  })
}

/** One field of a query or a form; whatever else came under its name counts as nothing. */
function textOf(fields: unknown, name: string): string {
  const value: unknown = (Object(fields) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
