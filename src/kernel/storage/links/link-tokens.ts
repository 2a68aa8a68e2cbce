// Tokens in signed URLs. Their separate signing key makes link tokens and session tokens invalid for each other's use.
import * as jose from 'jose'
import { z } from 'zod'
import { invalidSignature, invalidToken } from '../errors.ts'

const ToDownload = z.object({
  scope: z.literal('download'),
  url: z.string(),
  transformations: z.string().optional(),
  format: z.string().optional(),
  exp: z.number(),
})
const ToUpload = z.object({
  scope: z.literal('upload'),
  url: z.string(),
  owner: z.string().nullish(),
  upsert: z.boolean(),
  /** The object that the link may replace beside those of its owner; null for none. When absent, any object. */
  replaces: z.string().nullish(),
  exp: z.number(),
})
const schemas = { download: ToDownload, upload: ToUpload }

type Claims = { download: z.infer<typeof ToDownload>; upload: z.infer<typeof ToUpload> }
type Scope = keyof Claims

export type LinkTokens = {
  /** A token for one scope on one object (`bucket/key`). */
  sign<S extends Scope>(claims: Omit<Claims[S], 'exp'> & { scope: S }, seconds: number): Promise<string>
  /** The claims of a valid, unexpired token for this scope and object. Throws a StorageError otherwise. */
  verify<S extends Scope>(token: unknown, scope: S, url: string): Promise<Claims[S]>
}

export function createLinkTokens(secret: Uint8Array): LinkTokens {
  return {
    sign: (claims, seconds) => {
      const now = Math.floor(Date.now() / 1000)
      return new jose.SignJWT({ ...claims, iat: now, exp: now + seconds })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(secret)
    },
    async verify<S extends Scope>(token: unknown, scope: S, url: string) {
      if (typeof token !== 'string' || token === '')
        throw invalidToken("querystring must have required property 'token'")
      const { payload } = await jose.jwtVerify(token, secret, { algorithms: ['HS256'] }).catch((error: Error) => {
        throw invalidToken(error.message)
      })
      const claims = schemas[scope].safeParse(payload)
      if (!claims.success) throw invalidSignature(`Token is not scoped for ${scope}`)
      if (claims.data.url !== url) throw invalidSignature()
      return claims.data as Claims[S]
    },
  }
}
