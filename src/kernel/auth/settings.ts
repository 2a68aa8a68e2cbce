import { type MfaSettings, mfaDefaults } from './factors/mfa-settings.ts'

/** How one instance of auth behaves. The names of upstream's settings stand beside ours where server/config.ts reads them. */
export type AuthSettings = {
  /** GOTRUE_JWT_EXP: how long an access token lives. */
  accessTokenSeconds: number
  /** GOTRUE_DISABLE_SIGNUP */
  signupDisabled: boolean
  /** GOTRUE_MAILER_AUTOCONFIRM: an address counts as confirmed without a mail. */
  autoconfirm: boolean
  /** GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: a new address is confirmed at the old one too. */
  confirmEmailChangeTwice: boolean
  /** GOTRUE_MAILER_OTP_EXP: how long a mailed link or code is good. */
  mailedTokenSeconds: number
  /** GOTRUE_SMTP_MAX_FREQUENCY: the least time between two mails of one kind to one address. */
  secondsBetweenMails: number
  /** GOTRUE_RATE_LIMIT_EMAIL_SENT */
  mailsPerHour: number
  /** GOTRUE_URI_ALLOW_LIST: where a mailed link may lead besides SITE_URL. */
  redirectAllowList: readonly string[]
  /** GOTRUE_PASSWORD_MIN_LENGTH */
  passwordMinLength: number
  /** GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL */
  refreshReuseSeconds: number
  sessions: SessionSettings
  mfa: MfaSettings
}

/** How long somebody stays signed in. Without a number, as long as they like. */
export type SessionSettings = {
  /** GOTRUE_SESSIONS_TIMEBOX: after so long one signs in anew. */
  timeboxSeconds: number | undefined
  /** GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: after so long without a refresh one signs in anew. */
  inactivitySeconds: number | undefined
  /** GOTRUE_SESSIONS_SINGLE_PER_USER: only the newest session of a user goes on. */
  singlePerUser: boolean
}

/** What one instance has differently. An object inside changes only the fields that it names. */
export type AuthOverrides = {
  [Name in keyof AuthSettings]?: AuthSettings[Name] extends readonly unknown[]
    ? AuthSettings[Name]
    : AuthSettings[Name] extends object
      ? Partial<AuthSettings[Name]>
      : AuthSettings[Name]
}

export const authDefaults: AuthSettings = {
  accessTokenSeconds: 3600,
  signupDisabled: false,
  autoconfirm: false,
  confirmEmailChangeTwice: true,
  mailedTokenSeconds: 86_400,
  secondsBetweenMails: 60,
  mailsPerHour: 30,
  redirectAllowList: [],
  passwordMinLength: 6,
  refreshReuseSeconds: 10,
  sessions: { timeboxSeconds: undefined, inactivitySeconds: undefined, singlePerUser: false },
  mfa: mfaDefaults,
}

export function authSettings(overrides: AuthOverrides = {}): AuthSettings {
  const merged: Record<string, unknown> = { ...authDefaults }
  for (const [name, value] of Object.entries(overrides)) {
    const before = merged[name]
    merged[name] = isPlain(before) && isPlain(value) ? { ...before, ...value } : value
  }
  return merged as AuthSettings
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
