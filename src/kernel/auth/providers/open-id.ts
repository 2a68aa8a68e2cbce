// The wire to a provider: where it is found, how it is asked, what its answers are worth.
import { type JWTPayload, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { Refusal } from '../../errors.ts'
import { OAuthRefusal } from '../auth-errors.ts'
import type { Auth } from '../instance.ts'
import type { OpenIdProvider } from './provider-settings.ts'

// A request of ours has ten seconds, and may need two of the provider.
const answerSeconds = 4
const knownForMs = 3_600_000
// So long nobody else waits for a provider that just did not answer.
const silentForMs = 5_000

type Known = { config: openid.Configuration; keys: ReturnType<typeof createRemoteJWKSet> }
type Asked = { answer: Promise<Known>; goodUntil: number; known?: Known }

const asked = new WeakMap<OpenIdProvider, Asked>()

/** What the provider says about itself, asked once an hour. Throws a Refusal when it does not answer. */
function knownOf(provider: OpenIdProvider): Promise<Known> {
  const before = asked.get(provider)
  if (before && Date.now() < before.goodUntil) return before.answer
  const now: Asked = { answer: discover(provider), goodUntil: Date.now() + knownForMs }
  asked.set(provider, now)
  const last = before?.known
  now.answer = now.answer.then(
    (known) => (now.known = known),
    (error: unknown) => {
      now.goodUntil = Date.now() + silentForMs
      // What was known an hour ago is better than nothing.
      if (last) return (now.known = last)
      throw unreachable(error)
    },
  )
  return now.answer
}

async function discover({ issuer, clientIds, secret }: OpenIdProvider): Promise<Known> {
  const isPlainHttp = issuer.startsWith('http://') // only in a test, or on a machine of one's own
  const config = await openid.discovery(new URL(issuer), clientIds[0]!, secret, undefined, {
    timeout: answerSeconds,
    execute: [openid.enableNonRepudiationChecks, ...(isPlainHttp ? [openid.allowInsecureRequests] : [])],
  })
  const { jwks_uri } = config.serverMetadata()
  const keys = createRemoteJWKSet(new URL(jwks_uri!), { timeoutDuration: answerSeconds * 1000 })
  return { config, keys }
}

const unreachable = (cause: unknown) => {
  const refusal = new Refusal('unexpected_failure', 503, 'The external provider does not answer, please retry')
  refusal.cause = cause
  return refusal
}

/** What is kept until the browser comes back: proof towards the provider, and that its answer is to this question. */
export type Leg = { nonce: string; verifier: string }

export const newLeg = (): Leg => ({ nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() })

const redirectUriOf = (auth: Auth, { redirectUri }: OpenIdProvider) => redirectUri ?? `${auth.address}/callback`

/** Throws a Refusal when the provider cannot be asked now. */
export const requireReachable = async (provider: OpenIdProvider) => void (await knownOf(provider))

/** Where the browser is sent. `more` are wishes of the client that the provider understands. */
export async function askingAddress(
  auth: Auth,
  provider: OpenIdProvider,
  question: { state: string; leg: Leg; scopes: string[]; more: Record<string, string> },
): Promise<string> {
  const { config } = await knownOf(provider)
  const { state, leg, scopes, more } = question
  const address = openid.buildAuthorizationUrl(config, {
    ...more,
    redirect_uri: redirectUriOf(auth, provider),
    scope: scopes.join(' '),
    state,
    nonce: leg.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(leg.verifier),
    code_challenge_method: 'S256',
  })
  return address.href
}

export type Said = { claims: JWTPayload; accessToken: string; refreshToken: string | undefined }

/** Exchanges the code that the browser brought. Throws when the provider, or what it says, is not to be trusted. */
export async function exchangeCode(
  auth: Auth,
  provider: OpenIdProvider,
  brought: Record<string, string>,
  { state, leg }: { state: string; leg: Leg },
): Promise<Said> {
  const { config } = await knownOf(provider)
  const address = new URL(redirectUriOf(auth, provider))
  address.search = new URLSearchParams(brought).toString()
  const tokens = await openid.authorizationCodeGrant(config, address, {
    expectedState: state,
    expectedNonce: leg.nonce,
    pkceCodeVerifier: leg.verifier,
  })
  return {
    claims: tokens.claims() as JWTPayload,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  }
}

export const badToken = () => new OAuthRefusal('invalid_request', 'Bad ID token')

/** The claims of an ID token that a client got by itself. For whom it was made is not looked at. */
export async function readIdToken(
  provider: OpenIdProvider,
  token: string,
): Promise<{ claims: JWTPayload; alg: string }> {
  const { config, keys } = await knownOf(provider)
  const { issuer, id_token_signing_alg_values_supported: named = ['RS256'] } = config.serverMetadata()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      // Google leaves the scheme out now and then.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      algorithms: named.filter((algorithm) => /^(RS|PS|ES)\d+$|^(EdDSA|Ed25519)$/.test(algorithm)),
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: 10,
    })
    return { claims: payload, alg: protectedHeader.alg }
  } catch (error) {
    const isTokensFault = error instanceof errors.JOSEError && error.code !== 'ERR_JWKS_TIMEOUT'
    if (isTokensFault && !/Expected 200 OK|Failed to parse/.test(error.message)) throw badToken()
    throw unreachable(error)
  }
}
