// GET and POST callback: the redirect from the provider, with an authorization code or an error.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { toRefusal } from '../../http/to-refusal.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { isUuid } from '../admin/admin-user.ts'
import { type Flow, endFlow, flowOfState, issueAuthCode } from '../flows/flow-state.ts'
import type { Auth } from '../instance.ts'
import { withCode, withError, withSession } from '../flows/redirects.ts'
import { deviceOf, sessionResponse, startSession } from '../sessions/sessions.ts'
import { resolveAccount } from './resolve-account.ts'
import { linkProvider } from './link.ts'
import { type OidcChecks, type TokenSet, exchangeCode } from './open-id.ts'
import { profileOf } from './provider-profile.ts'
import { ProviderRefusal, withProviderRefusal } from './provider-refusal.ts'
import { enabledProvider } from './enabled-provider.ts'

export async function callback(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  // HEAD must not consume the state.
  if (request.method === 'HEAD') return reply.code(204).send()
  let returnTo = auth.siteUrl
  try {
    const params = callbackParams(request)
    const flow = await claimFlow(auth, params)
    returnTo = flow.referrer ?? auth.siteUrl
    return reply.redirect(await destinationOf(auth, request, params, flow), 302)
  } catch (error) {
    const refused =
      error instanceof ProviderRefusal
        ? withProviderRefusal(returnTo, error)
        : withError(returnTo, toRefusal(error, request), true)
    return reply.redirect(refused, 302)
  }
}

/** Parameters of the query or of the form post. Repeated and overlong ones are ignored. */
function callbackParams({ body, query }: FastifyRequest): Record<string, string> {
  const pairs = body instanceof URLSearchParams ? [...body] : Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= 8192),
  )
}

type ClaimedFlow = Flow & { checks: OidcChecks }

/** Reads the flow of the state and consumes the state, which is valid once. */
async function claimFlow(auth: Auth, { state }: Record<string, string>): Promise<ClaimedFlow> {
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
    return { ...flow, checks: { nonce: flow.providerNonce, verifier: flow.providerVerifier } }
  })
}

const invalidState = () => new Refusal('bad_oauth_state', 400, 'OAuth callback with invalid state')

async function destinationOf(auth: Auth, request: FastifyRequest, params: Record<string, string>, flow: ClaimedFlow) {
  const { error, error_description: description, code } = params
  if (error) throw new ProviderRefusal(error, description)
  if (!code) throw new Refusal('bad_oauth_callback', 400, 'OAuth callback with missing authorization code missing')
  const { name, provider } = enabledProvider(auth, flow.provider)
  const tokenSet = await exchangeCode(auth, provider, params, { state: flow.id, checks: flow.checks }).catch(
    (cause: unknown) => {
      if (cause instanceof Refusal) throw cause
      const { message, code: reason } = cause as Error & { code?: string }
      request.log.warn({ provider: name, reason, message }, 'the exchange of a provider code failed')
      throw new Refusal('unexpected_failure', 500, 'Unable to exchange external code')
    },
  )
  return finish(auth, request, flow, tokenSet)
}

async function finish(auth: Auth, request: FastifyRequest, flow: ClaimedFlow, tokenSet: TokenSet) {
  const returnTo = flow.referrer ?? auth.siteUrl
  const profile = profileOf(flow.provider, tokenSet.claims)
  const { accessToken, refreshToken } = tokenSet
  const signIn = { auth, request, redirectTo: returnTo }
  const finished = await inTransaction(auth.pool, undefined, async (db) => {
    const { user, refusal } = flow.linkingTargetId
      ? await linkProvider(db, signIn, flow.linkingTargetId, profile)
      : await resolveAccount(db, signIn, profile)
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
  const response = await sessionResponse(auth, finished.user!, finished.session!)
  return withSession(returnTo, response, {
    provider_token: accessToken,
    ...(refreshToken && { provider_refresh_token: refreshToken }),
  })
}
