/** Accounts by phone. Off until somebody says how a text message is sent. */
export type PhoneSettings = {
  /** GOTRUE_EXTERNAL_PHONE_ENABLED */
  enabled: boolean
  /** GOTRUE_SMS_AUTOCONFIRM: a number counts as confirmed without a message. */
  autoconfirm: boolean
  /** GOTRUE_SMS_OTP_EXP: how long a code is good. */
  codeSeconds: number
  /** GOTRUE_SMS_MAX_FREQUENCY: the least time between two messages of one kind to one number. */
  secondsBetween: number
  /** GOTRUE_RATE_LIMIT_SMS_SENT */
  messagesPerHour: number
  /** GOTRUE_HOOK_SEND_SMS_URI: who is asked to send a message. */
  hookUrl: string | undefined
  /** GOTRUE_HOOK_SEND_SMS_SECRETS: `v1,whsec_` and the key in base64. Several while one takes the other's place. */
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
