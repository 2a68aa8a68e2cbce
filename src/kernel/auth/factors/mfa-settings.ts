/** What people may add to their password, and how long a question for a code is open. */
export type MfaSettings = {
  /** GOTRUE_MFA_TOTP_ENROLL_ENABLED */
  totpEnroll: boolean
  /** GOTRUE_MFA_TOTP_VERIFY_ENABLED */
  totpVerify: boolean
  /** GOTRUE_MFA_PHONE_ENROLL_ENABLED */
  phoneEnroll: boolean
  /** GOTRUE_MFA_PHONE_VERIFY_ENABLED */
  phoneVerify: boolean
  /** GOTRUE_MFA_PHONE_MAX_FREQUENCY: the least time between two codes to one phone. */
  secondsBetweenTexts: number
  /** GOTRUE_MFA_MAX_ENROLLED_FACTORS */
  mostFactors: number
  /** GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION */
  challengeSeconds: number
  /** GOTRUE_MFA_FACTOR_EXPIRY_DURATION: how long a factor waits for its first code. */
  unverifiedSeconds: number
}

export const mfaDefaults: MfaSettings = {
  totpEnroll: true,
  totpVerify: true,
  // Texts cost money and need somebody who sends them.
  phoneEnroll: false,
  phoneVerify: false,
  secondsBetweenTexts: 60,
  mostFactors: 10,
  challengeSeconds: 300,
  unverifiedSeconds: 300,
}
