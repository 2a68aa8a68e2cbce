// GET authorize and GET user/identities/authorize: redirects to the provider.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import { currentUser, signedIn } from '../caller.ts'
import { requireAal2ForIdentities } from '../factors/assurance.ts'
import { challengeOf, startFlow } from '../flows/flow-state.ts'
import type { Auth } from '../instance.ts'
import { redirectOf } from '../flows/redirects.ts'
import { requireManualLinking } from './manual-linking.ts'
import { authorizationUrl, newOidcChecks, requireReachable } from './open-id.ts'
import { enabledProvider } from './enabled-provider.ts'

export async function authorize(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  return redirectToProvider(reply, await beginAuthorization(auth, request))
}

/** Starts linking a provider account to the signed-in user. The callback completes it. */
export async function authorizeLink(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  const caller = signedIn(request)
  const user = await inTransaction(auth.pool, undefined, async (db) => {
    const found = await currentUser(db, caller)
    requireManualLinking(auth)
    await requireAal2ForIdentities(db, caller)
    return found
  })
  const address = await beginAuthorization(auth, request, user.id)
  if (queryParam(request, 'skip_http_redirect') === 'true') return { url: address }
  return redirectToProvider(reply, address)
}

const redirectToProvider = (reply: FastifyReply, address: string) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 302)

async function beginAuthorization(auth: Auth, request: FastifyRequest, linkingTargetId?: string): Promise<string> {
  const { name, provider } = enabledProvider(auth, queryParam(request, 'provider'))
  const challenge = challengeOf({
    code_challenge: queryParam(request, 'code_challenge'),
    code_challenge_method: queryParam(request, 'code_challenge_method'),
  })
  const more = passthroughParams(request)
  const scopes = queryParam(request, 'scopes')?.split(/[\s,+]+/) ?? []
  const referrer = redirectOf(request, auth)
  await requireReachable(provider)
  const checks = newOidcChecks()
  const state = await inTransaction(auth.pool, undefined, (db) =>
    startFlow(db, {
      provider: name,
      method: 'oauth',
      challenge,
      referrer,
      ...(linkingTargetId && { linkingTargetId }),
      providerNonce: checks.nonce,
      providerVerifier: checks.verifier,
    }),
  )
  const all = new Set(['openid', 'email', 'profile', ...scopes.filter((scope) => scope !== '')])
  return authorizationUrl(auth, provider, { state, checks, scopes: [...all], more })
}

function queryParam(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  if (value !== undefined && typeof value !== 'string') throw invalid(`${name}: may be given once`)
  return value || undefined
}

/** Parameters that are consumed here, or set by us in the provider request. */
const reservedParams =
  /^(provider|scopes?|redirect_to|redirect_uri|skip_http_redirect|apikey|invite_token|code_challenge(_method)?|code_verifier|client_id|client_secret|response_(type|mode)|state|nonce|request(_uri)?|registration|claims)$/

/** All other parameters are passed to the provider: prompt, access_type, login_hint, hd … */
function passthroughParams(request: FastifyRequest): Record<string, string> {
  const all = Object.keys(request.query as object).filter((name) => !reservedParams.test(name))
  return Object.fromEntries(all.map((name) => [name, queryParam(request, name) ?? '']))
}
