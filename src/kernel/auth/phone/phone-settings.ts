/** Settings of accounts by phone. They need a configured send hook. */
export type PhoneSettings = {
  /** GOTRUE_EXTERNAL_PHONE_ENABLED */
  enabled: boolean
  /** GOTRUE_SMS_AUTOCONFIRM: a number counts as confirmed without a message. */
  autoconfirm: boolean
  /** GOTRUE_SMS_OTP_EXP: lifetime of a code. */
  codeSeconds: number
  /** GOTRUE_SMS_MAX_FREQUENCY: minimum interval between two messages of one kind to one number. */
  secondsBetween: number
  /** GOTRUE_RATE_LIMIT_SMS_SENT */
  messagesPerHour: number
  /** GOTRUE_HOOK_SEND_SMS_URI: webhook that sends text messages. */
  hookUrl: string | undefined
  /** GOTRUE_HOOK_SEND_SMS_SECRETS: `v1,whsec_` and the key in base64. Several during a rotation. */
  hookSecrets: readonly string[]
}

export const phoneDefaults: PhoneSettings = {
  enabled: false,
  autoconfirm: false,
  codeSeconds: 60,
  secondsBetween: 60,
  messagesPerHour: 30,
  hookUrl: undefined,
  hookSecrets: [],
}
