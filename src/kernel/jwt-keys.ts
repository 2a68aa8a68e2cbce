// Signing keys imported from an existing project, in the format of upstream's GOTRUE_JWT_KEYS: a JSON array of private JWKs.
import * as jose from 'jose'
import { z } from 'zod'

export const algorithms = ['ES256', 'RS256', 'HS256'] as const
export type Algorithm = (typeof algorithms)[number]

/** A JWK whose algorithm is known. */
export type SigningKey = jose.JWK & { alg: Algorithm }

const algorithmOfKeyType = { EC: 'ES256', RSA: 'RS256', oct: 'HS256' } as const
const minSecretBytes = 32

const Jwk = z
  .looseObject({
    kty: z.enum(['EC', 'RSA', 'oct'], 'has a key that is neither EC nor RSA nor oct'),
    kid: z.string('has a key without kid').min(1),
    alg: z.string().optional(),
    key_ops: z.array(z.string()).default([]),
  })
  .transform(({ alg, ...jwk }, issues) => {
    const known = algorithms.find((name) => name === (alg ?? algorithmOfKeyType[jwk.kty]))
    if (known && known === algorithmOfKeyType[jwk.kty])
      return { ...jwk, alg: known } as SigningKey & { key_ops: string[] }
    issues.addIssue(`has the algorithm ${alg}, which is not supported: ${algorithms.join(', ')} are`)
    return z.NEVER
  })
  .refine(({ kty, k }) => kty !== 'oct' || Buffer.from(k ?? '', 'base64url').length >= minSecretBytes, {
    error: `has a shared secret of less than ${minSecretBytes} bytes`,
  })

/** The signing key is the one with `sign` in its key_ops; the others only verify. */
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

/** Omits key_ops, which may list usages that the imported half of the key pair does not support. */
export function importKey(key: SigningKey) {
  const { key_ops: _, use: __, ...jwk } = key
  return jose.importJWK(jwk as jose.JWK, jwk.alg)
}
