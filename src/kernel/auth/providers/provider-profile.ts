import type { JWTPayload } from 'jose'
import { checkEmail } from '../request-body.ts'

export type ProviderProfile = {
  provider: string
  /** The provider's user id. Unlike an email address it is never reassigned. */
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  /** Set for a wallet, whose account needs neither an email address nor a confirmation. */
  hasNoEmail?: true
  /** The identity_data of the identity, with upstream's keys. */
  data: Record<string, unknown>
}

/** The profile in the claims of an ID token. Throws when its email address is malformed. */
export function profileOf(provider: string, claims: JWTPayload): ProviderProfile {
  const { iss, sub, hd } = claims
  const subject = String(sub)
  const name = textOf(claims['name'])?.slice(0, 200)
  const picture = textOf(claims['picture'])
  const claimedEmail = textOf(claims['email'])
  const email = claimedEmail && checkEmail(claimedEmail.trim().toLowerCase())
  const isEmailVerified = email !== undefined && [true, 'true'].includes(claims['email_verified'] as boolean | string)
  const data = {
    iss,
    sub: subject,
    provider_id: subject,
    name,
    full_name: name,
    picture,
    avatar_url: picture,
    email,
    email_verified: isEmailVerified,
    phone_verified: false,
    ...(typeof hd === 'string' && { custom_claims: { hd } }),
  }
  const known = Object.entries(data).filter(([, value]) => value !== undefined)
  return { provider, subject, email, isEmailVerified, data: Object.fromEntries(known) }
}

// PostgreSQL cannot store a zero byte or a lone surrogate, and every access token would carry a longer text.
const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= 2000
    ? value.replaceAll('\0', '').toWellFormed()
    : undefined
