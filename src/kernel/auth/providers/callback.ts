// GET and POST callback: the redirect from the provider, with an authorization code or an error.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { asRefusal } from '../../http/to-refusal.ts'
import { inTransaction } from '../../postgres/as-role.ts'
import { isUuid } from '../admin/admin-user.ts'
import { type Flow, endFlow, flowOfState, issueAuthCode } from '../flows/flow-state.ts'
import type { Auth } from '../instance.ts'
import { withCode, withError, withSession } from '../flows/redirects.ts'
import { deviceOf, sessionAnswer, startSession } from '../sessions/sessions.ts'
import { accountOf } from './resolve-account.ts'
import { linkOutsider } from './link.ts'
import { type Leg, type Said, exchangeCode } from './open-id.ts'
import { outsiderOf } from './provider-profile.ts'
import { ProviderRefusal, withProviderRefusal } from './provider-refusal.ts'
import { enabledProvider } from './enabled-provider.ts'

export async function callback(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  // HEAD must not consume the state.
  if (request.method === 'HEAD') return reply.code(204).send()
  let returnTo = auth.siteUrl
  try {
    const brought = broughtBack(request)
    const flow = await claimFlow(auth, brought)
    returnTo = flow.referrer ?? auth.siteUrl
    return reply.redirect(await destinationOf(auth, request, brought, flow), 302)
  } catch (error) {
    const refused =
      error instanceof ProviderRefusal
        ? withProviderRefusal(returnTo, error)
        : withError(returnTo, asRefusal(error, request), true)
    return reply.redirect(refused, 302)
  }
}

/** Parameters of the query or of the form post. Repeated and overlong ones are ignored. */
function broughtBack({ body, query }: FastifyRequest): Record<string, string> {
  const pairs = body instanceof URLSearchParams ? [...body] : Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= 8192),
  )
}

type Begun = Flow & { leg: Leg }

/** Reads the flow of the state and consumes the state, which is valid once. */
async function claimFlow(auth: Auth, { state }: Record<string, string>): Promise<Begun> {
  if (!state) throw new Refusal('bad_oauth_callback', 400, 'OAuth state parameter missing')
  if (!isUuid(state)) throw invalidState()
  return inTransaction(auth.pool, undefined, async (db) => {
    const flow = await flowOfState(db, state)
    if (!flow?.providerNonce || !flow.providerVerifier || flow.isExpired) throw invalidState()
    if (flow.challenge)
      await db.query('update auth.flow_state set provider_verifier = null, provider_nonce = null where id = $1', [
        flow.id,
      ])
    else await endFlow(db, flow.id)
    return { ...flow, leg: { nonce: flow.providerNonce, verifier: flow.providerVerifier } }
  })
}

const invalidState = () => new Refusal('bad_oauth_state', 400, 'OAuth callback with invalid state')

async function destinationOf(auth: Auth, request: FastifyRequest, brought: Record<string, string>, flow: Begun) {
  const { error, error_description: description, code } = brought
  if (error) throw new ProviderRefusal(error, description)
  if (!code) throw new Refusal('bad_oauth_callback', 400, 'OAuth callback with missing authorization code missing')
  const { name, provider } = enabledProvider(auth, flow.provider)
  const said = await exchangeCode(auth, provider, brought, { state: flow.id, leg: flow.leg }).catch(
    (cause: unknown) => {
      if (cause instanceof Refusal) throw cause
      const { message, code: reason } = cause as Error & { code?: string }
      request.log.warn({ reqId: request.id, provider: name, reason, message }, 'the exchange of a provider code failed')
      throw new Refusal('unexpected_failure', 500, 'Unable to exchange external code')
    },
  )
  return finish(auth, request, flow, said)
}

async function finish(auth: Auth, request: FastifyRequest, flow: Begun, said: Said) {
  const returnTo = flow.referrer ?? auth.siteUrl
  const outsider = outsiderOf(flow.provider, said.claims)
  const { accessToken, refreshToken } = said
  const visit = { auth, request, redirectTo: returnTo }
  const finished = await inTransaction(auth.pool, undefined, async (db) => {
    const { user, refusal } = flow.linkingTargetId
      ? await linkOutsider(db, visit, flow.linkingTargetId, outsider)
      : await accountOf(db, visit, outsider)
    // Thrown after the commit, because the account that awaits confirmation has to be stored.
    if (refusal) return { refusal }
    if (!flow.challenge) return { user, session: await startSession(db, user, 'oauth', deviceOf(request)) }
    const code = await issueAuthCode(db, flow.id, user, {
      providerToken: accessToken,
      providerRefreshToken: refreshToken,
    })
    return { code }
  })
  if (finished.refusal) throw finished.refusal
  if (finished.code) return withCode(returnTo, finished.code)
  const answer = await sessionAnswer(auth, finished.user!, finished.session!)
  return withSession(returnTo, answer, {
    provider_token: accessToken,
    ...(refreshToken && { provider_refresh_token: refreshToken }),
  })
}
