// Signing keys that an existing project brings, as upstream's GOTRUE_JWT_KEYS holds them: a JSON array of JWKs with private parts.
import * as jose from 'jose'
import { z } from 'zod'

export const algorithms = ['ES256', 'RS256', 'HS256'] as const
export type Algorithm = (typeof algorithms)[number]

/** A JWK whose algorithm is known. */
export type SigningKey = jose.JWK & { alg: Algorithm }

const ofKind = { EC: 'ES256', RSA: 'RS256', oct: 'HS256' } as const
const leastSecretBytes = 32

const Jwk = z
  .looseObject({
    kty: z.enum(['EC', 'RSA', 'oct'], 'has a key that is neither EC nor RSA nor oct'),
    kid: z.string('has a key without kid').min(1),
    alg: z.string().optional(),
    key_ops: z.array(z.string()).default([]),
  })
  .transform(({ alg, ...jwk }, issues) => {
    const known = algorithms.find((name) => name === (alg ?? ofKind[jwk.kty]))
    if (known && known === ofKind[jwk.kty]) return { ...jwk, alg: known } as SigningKey & { key_ops: string[] }
    issues.addIssue(`has the algorithm ${alg}, which is not supported: ${algorithms.join(', ')} are`)
    return z.NEVER
  })
  .refine(({ kty, k }) => kty !== 'oct' || Buffer.from(k ?? '', 'base64url').length >= leastSecretBytes, {
    error: `has a shared secret of less than ${leastSecretBytes} bytes`,
  })

/** The key that signs is the one whose key_ops hold sign; the others verify. */
export const KeySetText = z
  .string()
  .transform((text, issues): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      issues.addIssue('has to be a JSON array of keys')
      return z.NEVER
    }
  })
  .pipe(z.array(Jwk, 'has to be a JSON array of keys'))
  .transform((keys, issues) => {
    const signing = keys.filter(({ key_ops }) => key_ops.includes('sign'))
    if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) issues.addIssue('has two keys with one kid')
    if (signing.length !== 1) issues.addIssue('needs exactly one key with "sign" in its key_ops')
    const [signingKey] = signing
    if (signingKey && signingKey.kty !== 'oct' && !signingKey.d)
      issues.addIssue('lacks the private part of the key that signs')
    return { signingKey: signingKey!, verifyingKeys: keys.filter((key) => key !== signingKey) }
  })

/** The public key for verifying, without private parts. A shared secret has none. */
export function publicPart({ kty, kid, alg, n, e, crv, x, y }: SigningKey): SigningKey {
  const shared = { kty, alg, ...(kid && { kid }), use: 'sig' }
  return kty === 'RSA' ? { ...shared, n: n!, e: e! } : { ...shared, crv: crv!, x: x!, y: y! }
}

/** key_ops are left out: they may name usages that the imported half cannot have. */
export function importKey(key: SigningKey) {
  const { key_ops: _, use: __, ...jwk } = key
  return jose.importJWK(jwk as jose.JWK, jwk.alg)
}
