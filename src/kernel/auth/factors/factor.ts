// One thing that somebody has besides a password. It counts once its first code was right.

type FactorType = 'totp' | 'webauthn' | 'phone'

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

/** Upstream's names for the proof by a factor, as the claim `amr` shows them. */
export const methodOf: Record<FactorType, string> = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' }

/** What others may see of a factor. Times are texts where the row came inside JSON. */
export type ShownFactor = Pick<Factor, 'id' | 'status' | 'friendly_name' | 'factor_type' | 'phone'> & {
  created_at: Date | string
  updated_at: Date | string
  last_challenged_at: Date | string | null
}

/** A factor as the wire shows it: what its codes are made from stays here. */
export function factorAnswer(factor: ShownFactor) {
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
