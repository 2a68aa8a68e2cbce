/** Settings of second factors: which types are enabled, and how long enrollments and challenges are valid. */
export type MfaSettings = {
  /** GOTRUE_MFA_TOTP_ENROLL_ENABLED */
  totpEnroll: boolean
  /** GOTRUE_MFA_TOTP_VERIFY_ENABLED */
  totpVerify: boolean
  /** GOTRUE_MFA_PHONE_ENROLL_ENABLED */
  phoneEnroll: boolean
  /** GOTRUE_MFA_PHONE_VERIFY_ENABLED */
  phoneVerify: boolean
  /** GOTRUE_MFA_PHONE_MAX_FREQUENCY: minimum interval between two codes to one phone. */
  secondsBetweenTexts: number
  /** GOTRUE_MFA_MAX_ENROLLED_FACTORS */
  maxFactors: number
  /** GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION */
  challengeSeconds: number
  /** GOTRUE_MFA_FACTOR_EXPIRY_DURATION: after this time an unverified factor counts as abandoned. */
  unverifiedSeconds: number
}

export const mfaDefaults: MfaSettings = {
  totpEnroll: true,
  totpVerify: true,
  // Text messages cost money and need a configured send hook.
  phoneEnroll: false,
  phoneVerify: false,
  secondsBetweenTexts: 60,
  maxFactors: 10,
  challengeSeconds: 300,
  unverifiedSeconds: 300,
}
