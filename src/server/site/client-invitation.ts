// The page of an invitation to the portal: plain forms, protected by the token. A GET changes nothing, as mail scanners open links.
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  acceptInvitation,
  isLink,
  type Link,
  markOpened,
  readInvitation,
  requestLink,
} from '#features/client-invitations/accept-invitation.server.ts'
import { invitationPath, refusals } from '#features/client-invitations/client-invitations.ts'
import { isOpen, type OpenedResponse, type PageState, texts } from '#features/client-invitations/invitation-form.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import { createRateLimit, rateLimitKey } from '#kernel/http/rate-limit.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { PageResponder } from './pages/page-responder.ts'

const file = 'src/features/client-invitations/invitation-page.tsx'
const bodyLimit = 16 * 1024

// The URL contains the token, so it must not be sent as a referrer.
const headers = { 'referrer-policy': 'no-referrer' }

const statuses: Record<PageState['is'], number> = {
  open: 200,
  without_token: 200,
  requested: 200,
  unknown: 404,
  accepted: 410,
  expired: 410,
  revoked: 410,
  gone: 410,
  too_often: 429,
}

type Options = {
  connect: Connect
  responder: PageResponder
  passwordMinLength: number
  clientIpHeader?: string | undefined
}

export async function mountClientInvitation(app: FastifyInstance, options: Options) {
  const { connect, responder, passwordMinLength, clientIpHeader } = options
  const pool = openPool(connect('supabase_auth_admin'), 3)
  app.addHook('onClose', () => pool.end())
  // A token cannot be guessed; the limit protects the database from attempts.
  const attempts = createRateLimit({ burst: 60, refillMs: 5 * 60_000 })
  const isTooOften = (request: FastifyRequest) => {
    const client = rateLimitKey(clientIpOf(request, clientIpHeader), clientIpHeader !== undefined)
    return client !== undefined && !attempts.take(client)
  }

  const show = (request: FastifyRequest, reply: FastifyReply, form: PageState, status = statuses[form.is]) =>
    responder.form(request, reply, { file, status, form, headers })

  /** The state of the invitation, before any input. */
  async function readState(request: FastifyRequest, link: Link): Promise<PageState> {
    if (link.token === '') return { is: 'without_token', contactId: link.contactId }
    if (!isLink(link)) return { is: 'unknown' }
    if (isTooOften(request)) return { is: 'too_often' }
    const { state, invitation } = await readInvitation(pool, link)
    const path = invitationPath(link.contactId)
    if (isOpen(state)) return { is: 'open', path, token: link.token, invitation, passwordMinLength, errors: {} }
    return state === 'expired' ? { is: state, path, token: link.token } : closed(state)
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit })
    const address = '/client-invitation/:contactId'

    scope.get(address, async (request, reply) =>
      show(request, reply, await readState(request, linkOf(request, request.query))),
    )

    scope.post(address, { bodyLimit }, async (request, reply) => {
      const link = linkOf(request, request.body)
      const present = await readState(request, link)
      if (present.is !== 'open') return show(request, reply, present)
      const way = present.invitation.is_mailed && textOf(request.body, 'way') !== 'code' ? 'password' : 'code'
      try {
        const password = textOf(request.body, 'password')
        const found = await acceptInvitation(pool, link, { way, password, passwordMinLength })
        if (!isOpen(found)) return await show(request, reply, found === 'expired' ? { is: 'unknown' } : closed(found))
        // Without a fragment the browser would keep that of the form's URL.
        return await reply.redirect(
          way === 'code' ? '/client-login?opened&mode=code#main' : '/client-login?opened#main',
          303,
        )
      } catch (error) {
        const { status, fields = {}, message = '' } = refusalOf(error)
        if (status >= 500) request.log.error({ err: error }, 'accepting an invitation to the portal failed')
        const problem = Object.keys(fields).length === 0 && { problem: problemOf(message) }
        return show(request, reply, { ...present, errors: fields, ...problem }, status)
      }
    })

    scope.post(`${address}/opened`, { bodyLimit }, async (request, reply) => {
      const link = linkOf(request, request.body)
      if (!isLink(link) || isTooOften(request)) return reply.status(204).send()
      await markOpened(pool, link)
      const account = textOf(request.body, 'account').trim().toLowerCase()
      if (!account) return reply.status(204).send()
      const { state, invitation } = await readInvitation(pool, link)
      return { isOther: isOpen(state) && invitation.email.toLowerCase() !== account } satisfies OpenedResponse
    })

    scope.post(`${address}/request`, { bodyLimit }, async (request, reply) => {
      const link = linkOf(request, request.body)
      const present = await readState(request, link)
      if (present.is !== 'expired') return show(request, reply, present)
      await requestLink(pool, link)
      return show(request, reply, { is: 'requested' })
    })

    // An unreadable body contains no token.
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode < 500) return show(request, reply, { is: 'unknown' }, statusCode)
      request.log.error({ err: error }, 'the page of an invitation to the portal failed')
      return responder.failed(reply)
    })
  })
}

type ClosedState = 'accepted' | 'revoked' | 'gone' | 'unknown'
const closed = (state: string): PageState =>
  ['accepted', 'revoked', 'gone'].includes(state) ? { is: state as ClosedState } : { is: 'unknown' }

const problemOf = (message: string) => (message in refusals ? refusals[message as keyof typeof refusals] : texts.failed)

/** A refusal of the server, or one raised in the database as PT409. */
function refusalOf(error: unknown) {
  const {
    status,
    fields,
    message,
    code = '',
  } = error as {
    status?: number
    fields?: { password?: string }
    message?: string
    code?: string
  }
  return { status: status ?? (code.startsWith('PT') ? Number(code.slice(2)) : 500), fields, message }
}

const linkOf = (request: FastifyRequest, fields: unknown): Link => ({
  contactId: textOf(request.params, 'contactId').toLowerCase(),
  token: textOf(fields, 'token'),
})

/** A single string field of a query or form; other types count as empty. */
function textOf(fields: unknown, name: string): string {
  const value: unknown = (Object(fields) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
