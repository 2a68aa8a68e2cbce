// POST token?grant_type=id_token: a session for an ID token that a client, such as a mobile app, got from the provider.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres/transaction.ts'
import { timingSafeEqualStrings } from '../../timing-safe-equal.ts'
import { OAuthRefusal, invalid } from '../auth-errors.ts'
import { bodyOf, fields } from '../request-body.ts'
import { type SignedIn, currentUser, signedIn } from '../caller.ts'
import { requireAal2ForIdentities } from '../factors/assurance.ts'
import type { Auth } from '../instance.ts'
import { redirectOf } from '../flows/redirects.ts'
import { deviceOf, sessionResponse, startSession } from '../sessions/sessions.ts'
import { resolveAccount } from './resolve-account.ts'
import { linkProvider } from './link.ts'
import { requireManualLinking } from './manual-linking.ts'
import { badToken, readIdToken } from './open-id.ts'
import { profileOf } from './provider-profile.ts'
import { type OpenIdProvider, googleIssuer } from './provider-settings.ts'

const IdTokenGrant = z.object({
  id_token: fields.text,
  access_token: fields.text,
  nonce: fields.text,
  provider: fields.text,
  client_id: fields.text,
  issuer: fields.text,
  link_identity: z.boolean().nullish(),
})
type IdTokenGrant = z.infer<typeof IdTokenGrant>

export async function idTokenGrant(auth: Auth, request: FastifyRequest) {
  const grant = bodyOf(request, IdTokenGrant)
  if (!grant.id_token) throw refused('id_token required')
  if (!grant.provider && !(grant.client_id && grant.issuer)) throw refused('provider or client_id and issuer required')
  const caller = grant.link_identity ? linking(request) : undefined
  const provider = providerOf(auth, grant)
  const { claims, alg } = await readIdToken(provider, grant.id_token)
  checkTokenClaims(provider, grant, claims, alg)
  const profile = profileOf('google', claims)
  const signIn = { auth, request, redirectTo: redirectOf(request, auth) }

  const finished = await inTransaction(auth.pool, undefined, async (db) => {
    const { user, refusal } = caller
      ? await linkProvider(db, signIn, await linkingUser(db, auth, caller), profile)
      : await resolveAccount(db, signIn, profile)
    // Thrown after the commit, because the account that awaits confirmation has to be stored.
    if (refusal) return { refusal }
    return { user, session: await startSession(db, user, 'oauth', deviceOf(request)) }
  })
  if (finished.refusal) throw finished.refusal
  return sessionResponse(auth, finished.user, finished.session)
}

const refused = (description: string) => new OAuthRefusal('invalid_request', description)

function linking(request: FastifyRequest) {
  if (!request.headers.authorization) throw refused('Linking requires a valid user access token in Authorization')
  return signedIn(request)
}

async function linkingUser(db: Db, auth: Auth, caller: SignedIn): Promise<string> {
  const { id } = await currentUser(db, caller)
  requireManualLinking(auth)
  await requireAal2ForIdentities(db, caller)
  return id
}

/** Issuers of upstream's other providers, which cannot be enabled here. */
const others: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  kakao: 'https://kauth.kakao.com',
  azure: '',
  keycloak: '',
}

function providerOf({ settings }: Auth, { provider = '', issuer }: IdTokenGrant): OpenIdProvider {
  const { google } = settings.providers
  const isGoogle = provider === 'google' || issuer === (google?.issuer ?? googleIssuer)
  if (isGoogle && google) return google
  const disabled = isGoogle
    ? googleIssuer
    : Object.hasOwn(others, provider)
      ? others[provider]
      : Object.values(others).find((one) => one !== '' && one === issuer)
  if (disabled === undefined) throw invalid(`Custom OIDC provider ${JSON.stringify(provider)} not allowed`)
  throw new Refusal('provider_disabled', 400, `Provider (issuer "${disabled}") is not enabled`)
}

/** Checks audience, nonce and at_hash of the ID token. */
function checkTokenClaims(provider: OpenIdProvider, grant: IdTokenGrant, claims: JWTPayload, alg: string) {
  const { aud = [], nonce, at_hash } = claims as JWTPayload & { nonce?: unknown; at_hash?: unknown }
  const audience = [aud].flat()
  if (!audience.some((client) => provider.clientIds.includes(client)))
    throw refused(`Unacceptable audience in id_token: [${audience.join(' ')}]`)
  if (!provider.skipNonceCheck) {
    if (!grant.nonce !== !nonce) throw refused('Passed nonce and nonce in id_token should either both exist or not.')
    if (grant.nonce && !timingSafeEqualStrings(createHash('sha256').update(grant.nonce).digest('hex'), String(nonce)))
      throw new OAuthRefusal('invalid_nonce', 'Nonces mismatch')
  }
  if (
    grant.access_token &&
    typeof at_hash === 'string' &&
    !timingSafeEqualStrings(halfHash(grant.access_token, alg), at_hash)
  )
    throw badToken()
}

/** OpenID Connect 3.1.3.6: the left half of the hash that the token's algorithm uses. */
function halfHash(accessToken: string, algorithm: string) {
  const bits = /\d{3}$/.exec(algorithm)?.[0] ?? '512'
  const whole = createHash(`sha${bits}`).update(accessToken).digest()
  return whole.subarray(0, whole.length / 2).toString('base64url')
}
