type FactorType = 'totp' | 'webauthn' | 'phone'

/** A second factor. It is verified once its first code was correct. */
export type Factor = {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: FactorType
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  secret: string | null
  phone: string | null
  last_challenged_at: Date | null
}

/** Upstream's authentication methods in the claim `amr`. */
export const methodOf: Record<FactorType, string> = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' }

/** A factor without its secret. Times are strings when the row was read as JSON. */
export type PublicFactor = Pick<Factor, 'id' | 'status' | 'friendly_name' | 'factor_type' | 'phone'> & {
  created_at: Date | string
  updated_at: Date | string
  last_challenged_at: Date | string | null
}

/** A factor as returned by the API, without its secret. */
export function factorResponse(factor: PublicFactor) {
  const { id, created_at, updated_at, status, friendly_name, factor_type, phone, last_challenged_at } = factor
  return {
    id,
    created_at,
    updated_at,
    status,
    ...(friendly_name && { friendly_name }),
    factor_type,
    phone: phone ?? '',
    last_challenged_at,
  }
}
