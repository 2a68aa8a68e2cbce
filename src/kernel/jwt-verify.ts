// JWT verification: signature, claims and times. Codes and messages are PostgREST's; the other APIs map them to their own error shapes.
import * as jose from 'jose'
import { type SigningKey, importKey, publicPart } from './jwt-keys.ts'
import type { Claims } from './postgres/transaction.ts'

export type TimedClaims = Claims & { exp?: number; nbf?: number; iat?: number }

/** Why a token is refused. PGRST301: malformed, or not signed by us. PGRST303: signed by us, but its claims are invalid now. */
export class TokenError extends Error {
  readonly code: 'PGRST301' | 'PGRST303'
  readonly details: string | undefined

  constructor(code: 'PGRST301' | 'PGRST303', message: string, details?: string) {
    super(message)
    this.name = 'TokenError'
    this.code = code
    this.details = details
  }
}

/**
 * Creates a check of format and signature. Each key verifies its own algorithm only, the secret HS256. Times are not checked.
 * A token with a key id is verified only by that key.
 */
export async function createVerifier(jwks: readonly SigningKey[], secret: Uint8Array) {
  const imported = await Promise.all(
    jwks.map(async (jwk) => ({
      alg: jwk.alg,
      kid: jwk.kid,
      key: await importKey(jwk.kty === 'oct' ? jwk : publicPart(jwk)),
    })),
  )
  const keys = [...imported, { alg: 'HS256', kid: undefined, key: secret }]
  return async (token: string): Promise<TimedClaims> => {
    const parts = token.split('.').length
    if (parts !== 3) throw new TokenError('PGRST301', `Expected 3 parts in JWT; got ${parts}`)
    const { alg, kid } = readHeader(token)
    const matchingKeys = keys.filter((key) => key.alg === alg)
    if (matchingKeys.length === 0) throw new TokenError('PGRST301', 'Wrong or unsupported encoding algorithm')
    const candidates = matchingKeys.filter((key) => !kid || !key.kid || kid === key.kid)
    for (const { key } of candidates) {
      const verified = await jose.compactVerify(token, key, { algorithms: [alg!] }).catch(() => undefined)
      if (verified) return readClaims(verified.payload)
    }
    throw noSuitableKey()
  }
}

const noSuitableKey = () =>
  new TokenError('PGRST301', 'No suitable key or wrong key type', 'None of the keys was able to decode the JWT')

function readHeader(token: string) {
  try {
    return jose.decodeProtectedHeader(token)
  } catch {
    throw new TokenError('PGRST301', 'JWT cryptographic operation failed')
  }
}

/** Parses and validates the claims. Throws a TokenError. */
export function readClaims(payload: Uint8Array): TimedClaims {
  const unreadable = new TokenError('PGRST303', 'Parsing claims failed')
  let claims: unknown
  try {
    claims = JSON.parse(new TextDecoder().decode(payload))
  } catch {
    throw unreadable
  }
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw unreadable
  const { role = 'anon', ...rest } = claims as Partial<TimedClaims>
  if (typeof role !== 'string') throw unreadable
  for (const time of [rest.exp, rest.nbf, rest.iat]) {
    if (time !== undefined && !Number.isFinite(time)) throw unreadable
  }
  return { ...rest, role }
}

const allowedSkewSeconds = 30

/** Checks exp, nbf and iat, with 30 seconds of clock skew. */
export function checkTimes({ exp, nbf, iat }: TimedClaims) {
  const now = Date.now() / 1000
  if (exp !== undefined && now > exp + allowedSkewSeconds) throw new TokenError('PGRST303', 'JWT expired')
  if (nbf !== undefined && now < nbf - allowedSkewSeconds) throw new TokenError('PGRST303', 'JWT not yet valid')
  if (iat !== undefined && now < iat - allowedSkewSeconds) throw new TokenError('PGRST303', 'JWT issued at future')
}
