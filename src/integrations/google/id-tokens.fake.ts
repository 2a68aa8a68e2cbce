import { createHash } from 'node:crypto'
import { type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { GoogleAccount } from './accounts.fake.ts'

export type IdTokenClaims = {
  iss: string
  aud: string
  sub: string
  nonce: string | undefined
  iat: number
  exp: number
  email_verified: boolean
  /** The access token issued with it, for at_hash. */
  accessToken: string
}

export type Signer = {
  publicKey: JWK
  idToken(account: GoogleAccount, claims: Partial<IdTokenClaims>): Promise<string>
  /** The response of the userinfo endpoint. */
  facts(account: GoogleAccount): Record<string, unknown>
}

/** Signs ID tokens with a key that lives as long as the process. */
export async function createSigner(issuer: string): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = 'stand-in'

  const facts = ({ email, name, emailVerified = true, hd }: GoogleAccount) => ({
    // Deterministic, so that a linked account is recognized after a restart.
    sub: String(BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 17)}`)),
    email,
    email_verified: emailVerified,
    name,
    given_name: name.split(' ')[0],
    picture: `https://lh3.googleusercontent.com/a/${encodeURIComponent(email)}=s96-c`,
    ...(hd && { hd }),
  })

  return {
    facts,
    publicKey: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    idToken(account, { accessToken, ...claims }) {
      const now = Math.floor(Date.now() / 1000)
      const atHash =
        accessToken && createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
      const standard = { iss: issuer, ...facts(account), ...(atHash && { at_hash: atHash }), iat: now, exp: now + 3600 }
      return new SignJWT({ azp: claims.aud, ...standard, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(privateKey)
    },
  }
}
