import type { JWTPayload } from 'jose'
import { checkEmail } from '../request-body.ts'

export type ProviderProfile = {
  provider: string
  /** The provider's user id. Unlike an email address it is never reassigned. */
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  /** A wallet: its account needs neither an address nor a confirmation. */
  hasNoEmail?: true
  /** What their identity keeps, in upstream's words. */
  data: Record<string, unknown>
}

/** Throws when the address cannot be one. */
export function profileOf(provider: string, claims: JWTPayload): ProviderProfile {
  const { iss, sub, hd } = claims
  const subject = String(sub)
  const name = textOf(claims['name'])?.slice(0, 200)
  const picture = textOf(claims['picture'])
  const given = textOf(claims['email'])
  const email = given && checkEmail(given.trim().toLowerCase())
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
  const said = Object.entries(data).filter(([, value]) => value !== undefined)
  return { provider, subject, email, isEmailVerified, data: Object.fromEntries(said) }
}

// A zero byte or half a character could not be stored, and a megabyte would travel in every token.
const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= 2000
    ? value.replaceAll('\0', '').toWellFormed()
    : undefined
