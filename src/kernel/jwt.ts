// Keys of the installation. API keys are signed with the shared secret, access tokens with the private key.
import { createHmac, randomBytes } from 'node:crypto'
import * as jose from 'jose'
import type { Claims } from './postgres/transaction.ts'
import { type SigningKey, importKey, publicPart } from './jwt-keys.ts'
import { type TimedClaims, TokenError, checkTimes, createVerifier, readClaims } from './jwt-verify.ts'
import { timingSafeEqualStrings } from './timing-safe-equal.ts'

export { TokenError }

/**
 * Secrets of an installation. `signingKey` signs access tokens; `verifyingKeys` are former signing keys whose tokens
 * are still valid.
 */
export type KeySet = { jwtSecret: string; signingKey: SigningKey; verifyingKeys?: readonly SigningKey[] }

export type Tokens = {
  anonKey: string
  serviceRoleKey: string
  /** Opaque keys for the same two roles. They are not JWTs. */
  publishableKey: string
  secretKey: string
  /** Signs an access token that expires after `seconds`. */
  sign(claims: Claims, seconds: number): Promise<string>
  /** Verifies an access token or a JWT API key and returns its claims; `role` defaults to anon. Throws a TokenError. */
  verify(token: string): Promise<TimedClaims>
  /** The role of an opaque key, or undefined. */
  roleOfKey(key: string): 'anon' | 'service_role' | undefined
  /** Derives a secret for one purpose, so that its signatures are valid for nothing else. */
  secretFor(purpose: string): Uint8Array
  /** Public keys that verify access tokens (JWKS). */
  publicKeys: jose.JWK[]
}

/** Generates the keys of a new installation. */
export async function makeKeySet(): Promise<KeySet> {
  const { privateKey } = await jose.generateKeyPair('ES256', { extractable: true })
  const jwk = await jose.exportJWK(privateKey)
  const kid = await jose.calculateJwkThumbprint(jwk)
  return { jwtSecret: randomBytes(32).toString('base64url'), signingKey: { ...jwk, kid, alg: 'ES256', use: 'sig' } }
}

/** Derives API keys, signer and verifier from the key set. API keys are the same at every start, so pages may embed them. */
export async function createTokens(keys: KeySet, issuer: string): Promise<Tokens> {
  const all = [keys.signingKey, ...(keys.verifyingKeys ?? [])]
  const privateKey = await importKey(keys.signingKey)
  const secret = new TextEncoder().encode(keys.jwtSecret)
  const { kid, alg } = keys.signingKey
  const publishableKey = `sb_publishable_${derive(keys.jwtSecret, 'publishable key')}`
  const secretKey = `sb_secret_${derive(keys.jwtSecret, 'secret key')}`
  const verified = createVerifiedTokens()

  return {
    anonKey: await apiKey(secret, issuer, 'anon'),
    serviceRoleKey: await apiKey(secret, issuer, 'service_role'),
    publishableKey,
    secretKey,
    publicKeys: all.filter(({ kty }) => kty !== 'oct').map((key) => ({ ...publicPart(key), key_ops: ['verify'] })),
    secretFor: (purpose) => createHmac('sha256', keys.jwtSecret).update(purpose).digest(),
    verify: verifyCached(await createVerifier(all, secret), verified),
    roleOfKey: (key) =>
      timingSafeEqualStrings(publishableKey, key)
        ? 'anon'
        : timingSafeEqualStrings(secretKey, key)
          ? 'service_role'
          : undefined,
    async sign(claims, seconds) {
      const now = Math.floor(Date.now() / 1000)
      const payload = { iss: issuer, ...claims, iat: now, exp: now + seconds }
      const token = await new jose.SignJWT(payload)
        .setProtectedHeader({ alg, typ: 'JWT', ...(kid && { kid }) })
        .sign(privateKey)
      // The caller's next request usually reaches this node. Claims that verification would reject are not cached.
      const read = claimsOf(token)
      if (read) verified.add(token, read)
      return token
    },
  }
}

// Fixed times make the key depend on the secret alone: every node and every start has the same one.
const apiKey = (secret: Uint8Array, issuer: string, role: string) =>
  new jose.SignJWT({ iss: issuer, role, iat: Date.UTC(2025, 0) / 1000, exp: Date.UTC(2099, 0) / 1000 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(secret)

const derive = (secret: string, purpose: string) =>
  createHmac('sha256', secret).update(purpose).digest('base64url').slice(0, 32)

/** The claims of the token as verification would return them; undefined if they are invalid. */
function claimsOf(token: string): TimedClaims | undefined {
  try {
    return readClaims(jose.base64url.decode(token.split('.')[1]!))
  } catch {
    return undefined
  }
}

/** Cache size, at about a kilobyte per token. Thousands of guests of one event may get a token within a second. */
const maxCachedTokens = 5000
const maxCachedTokenLength = 8192

/** LRU cache of tokens whose signature is valid: verifying it dominates the cost of a small request. Time claims are not checked. */
function createVerifiedTokens() {
  const verified = new Map<string, TimedClaims>()
  return {
    /** Returns the claims, and marks the token as recently used. */
    take(token: string) {
      const claims = verified.get(token)
      if (claims) {
        verified.delete(token)
        verified.set(token, claims)
      }
      return claims
    },
    add(token: string, claims: TimedClaims) {
      if (token.length > maxCachedTokenLength) return
      if (verified.size >= maxCachedTokens) verified.delete(verified.keys().next().value!)
      verified.set(token, claims)
    },
  }
}

/** Time claims are checked at every call. */
function verifyCached(
  verify: (token: string) => Promise<TimedClaims>,
  verified: ReturnType<typeof createVerifiedTokens>,
) {
  return async (token: string) => {
    const known = verified.take(token)
    const claims = known ?? (await verify(token))
    checkTimes(claims)
    if (!known) verified.add(token, claims)
    return claims
  }
}
