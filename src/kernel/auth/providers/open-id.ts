// OpenID Connect client: discovery, authorization URL, code exchange and verification of ID tokens.
import { type JWTPayload, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { Refusal } from '../../errors.ts'
import { OAuthRefusal } from '../auth-errors.ts'
import type { Auth } from '../instance.ts'
import type { OpenIdProvider } from './provider-settings.ts'

// A client waits ten seconds for our response, which may need two requests to the provider.
const timeoutSeconds = 4
const configTtlMs = 3_600_000
// After a failure, requests fail at once for this long instead of waiting for the provider.
const failureTtlMs = 5_000

type ProviderConfig = { config: openid.Configuration; keys: ReturnType<typeof createRemoteJWKSet> }
type CachedConfig = { promise: Promise<ProviderConfig>; expiresAt: number; config?: ProviderConfig }

const cachedConfigs = new WeakMap<OpenIdProvider, CachedConfig>()

/** Discovery document and keys of the provider, cached for an hour. Throws a Refusal when it is unreachable. */
function configOf(provider: OpenIdProvider): Promise<ProviderConfig> {
  const before = cachedConfigs.get(provider)
  if (before && Date.now() < before.expiresAt) return before.promise
  const now: CachedConfig = { promise: discover(provider), expiresAt: Date.now() + configTtlMs }
  cachedConfigs.set(provider, now)
  const last = before?.config
  now.promise = now.promise.then(
    (config) => (now.config = config),
    (error: unknown) => {
      now.expiresAt = Date.now() + failureTtlMs
      // Stale-if-error: falls back to the previous configuration.
      if (last) return (now.config = last)
      throw unreachable(error)
    },
  )
  return now.promise
}

async function discover({ issuer, clientIds, secret }: OpenIdProvider): Promise<ProviderConfig> {
  const isPlainHttp = issuer.startsWith('http://') // in tests and local development
  const config = await openid.discovery(new URL(issuer), clientIds[0]!, secret, undefined, {
    timeout: timeoutSeconds,
    execute: [openid.enableNonRepudiationChecks, ...(isPlainHttp ? [openid.allowInsecureRequests] : [])],
  })
  const { jwks_uri } = config.serverMetadata()
  const keys = createRemoteJWKSet(new URL(jwks_uri!), { timeoutDuration: timeoutSeconds * 1000 })
  return { config, keys }
}

const unreachable = (cause: unknown) => {
  const refusal = new Refusal('unexpected_failure', 503, 'The external provider does not answer, please retry')
  refusal.cause = cause
  return refusal
}

/** Stored until the callback: the PKCE verifier for the code exchange, and the nonce that binds the ID token to this request. */
export type OidcChecks = { nonce: string; verifier: string }

export const newOidcChecks = (): OidcChecks => ({
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
})

const redirectUriOf = (auth: Auth, { redirectUri }: OpenIdProvider) => redirectUri ?? `${auth.address}/callback`

/** Throws a Refusal when the provider is unreachable. */
export const requireReachable = async (provider: OpenIdProvider) => void (await configOf(provider))

/** The authorization URL. `more` are the client's parameters that are passed through. */
export async function authorizationUrl(
  auth: Auth,
  provider: OpenIdProvider,
  options: { state: string; checks: OidcChecks; scopes: string[]; more: Record<string, string> },
): Promise<string> {
  const { config } = await configOf(provider)
  const { state, checks, scopes, more } = options
  const address = openid.buildAuthorizationUrl(config, {
    ...more,
    redirect_uri: redirectUriOf(auth, provider),
    scope: scopes.join(' '),
    state,
    nonce: checks.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  })
  return address.href
}

export type TokenSet = { claims: JWTPayload; accessToken: string; refreshToken: string | undefined }

/** Exchanges the code of the callback. Throws when the response of the provider cannot be verified. */
export async function exchangeCode(
  auth: Auth,
  provider: OpenIdProvider,
  params: Record<string, string>,
  { state, checks }: { state: string; checks: OidcChecks },
): Promise<TokenSet> {
  const { config } = await configOf(provider)
  const address = new URL(redirectUriOf(auth, provider))
  address.search = new URLSearchParams(params).toString()
  const tokens = await openid.authorizationCodeGrant(config, address, {
    expectedState: state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
  })
  return {
    claims: tokens.claims() as JWTPayload,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  }
}

export const badToken = () => new OAuthRefusal('invalid_request', 'Bad ID token')

/** Verifies an ID token that a client sent. The audience is not checked here. */
export async function readIdToken(
  provider: OpenIdProvider,
  token: string,
): Promise<{ claims: JWTPayload; alg: string }> {
  const { config, keys } = await configOf(provider)
  const { issuer, id_token_signing_alg_values_supported: named = ['RS256'] } = config.serverMetadata()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      // Google sometimes omits the scheme.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      algorithms: named.filter((algorithm) => /^(RS|PS|ES)\d+$|^(EdDSA|Ed25519)$/.test(algorithm)),
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: 10,
    })
    return { claims: payload, alg: protectedHeader.alg }
  } catch (error) {
    const isInvalidToken = error instanceof errors.JOSEError && error.code !== 'ERR_JWKS_TIMEOUT'
    if (isInvalidToken && !/Expected 200 OK|Failed to parse/.test(error.message)) throw badToken()
    throw unreachable(error)
  }
}
