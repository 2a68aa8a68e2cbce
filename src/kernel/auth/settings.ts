import { type CaptchaSettings, captchaDefaults } from './captcha/captcha-settings.ts'
import { type MfaSettings, mfaDefaults } from './factors/mfa-settings.ts'
import { type PhoneSettings, phoneDefaults } from './phone/phone-settings.ts'
import { type ProviderSettings, providerDefaults } from './providers/provider-settings.ts'
import { type Web3Settings, web3Defaults } from './web3/web3-settings.ts'

/** Settings of one auth instance. Comments name the upstream setting that server/config.ts reads. */
export type AuthSettings = {
  /** GOTRUE_JWT_EXP: lifetime of an access token. */
  accessTokenSeconds: number
  /** GOTRUE_DISABLE_SIGNUP */
  signupDisabled: boolean
  /** GOTRUE_MAILER_AUTOCONFIRM: an address counts as confirmed without a mail. */
  autoconfirm: boolean
  /** GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: a new address is confirmed at the old one too. */
  confirmEmailChangeTwice: boolean
  /** GOTRUE_MAILER_OTP_EXP: lifetime of a mailed link or code. */
  mailedTokenSeconds: number
  /** GOTRUE_SMTP_MAX_FREQUENCY: minimum interval between two mails of one kind to one address. */
  secondsBetweenMails: number
  /** GOTRUE_RATE_LIMIT_EMAIL_SENT */
  mailsPerHour: number
  /** Mails per hour to one address: recovery mails on their own, all others together. */
  mailsPerMailbox: number
  /** GOTRUE_URI_ALLOW_LIST: allowed redirect addresses besides SITE_URL. */
  redirectAllowList: readonly string[]
  /** GOTRUE_EXTERNAL_EMAIL_ENABLED: sign-up and sign-in by email address. */
  emailEnabled: boolean
  /** GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: accounts without an address or a number. */
  anonymousUsers: boolean
  /** Anonymous users without activity for this many days are deleted. */
  anonymousDays: number
  /** GOTRUE_PASSWORD_MIN_LENGTH */
  passwordMinLength: number
  /** GOTRUE_PASSWORD_REQUIRED_CHARACTERS: a new password needs one character of each set. */
  passwordCharacters: readonly string[]
  /** GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: a session older than a day needs a sent code to change the password. */
  reauthenticateForPassword: boolean
  /** GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD */
  currentPasswordForPassword: boolean
  /** GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL */
  refreshReuseSeconds: number
  sessions: SessionSettings
  rates: RateSettings
  phone: PhoneSettings
  captcha: CaptchaSettings
  mfa: MfaSettings
  providers: ProviderSettings
  web3: Web3Settings
}

/** Session lifetime. Undefined means unlimited. */
export type SessionSettings = {
  /** GOTRUE_SESSIONS_TIMEBOX: maximum lifetime of a session. */
  timeboxSeconds: number | undefined
  /** GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: maximum time between two refreshes. */
  inactivitySeconds: number | undefined
  /** GOTRUE_SESSIONS_SINGLE_PER_USER: only the newest session of a user can be refreshed. */
  singlePerUser: boolean
}

/** Rate limits per client. */
export type RateSettings = {
  /** GOTRUE_RATE_LIMIT_OTP: per five minutes, for each endpoint that sends messages, signs up or changes the user. */
  otp: number
  /** GOTRUE_RATE_LIMIT_VERIFY, per five minutes */
  verify: number
  /** GOTRUE_RATE_LIMIT_TOKEN_REFRESH: all grants, per five minutes */
  token: number
  /** GOTRUE_RATE_LIMIT_ANONYMOUS_USERS, per hour */
  anonymous: number
}

/** Overrides of one instance. Nested objects are merged field by field. */
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
  mailsPerMailbox: 6,
  redirectAllowList: [],
  emailEnabled: true,
  anonymousUsers: false,
  anonymousDays: 30,
  passwordMinLength: 8,
  passwordCharacters: [],
  reauthenticateForPassword: false,
  currentPasswordForPassword: false,
  refreshReuseSeconds: 10,
  sessions: { timeboxSeconds: undefined, inactivitySeconds: undefined, singlePerUser: false },
  rates: { otp: 30, verify: 30, token: 150, anonymous: 30 },
  phone: phoneDefaults,
  captcha: captchaDefaults,
  mfa: mfaDefaults,
  providers: providerDefaults,
  web3: web3Defaults,
}

export function authSettings(overrides: AuthOverrides = {}): AuthSettings {
  const merged: Record<string, unknown> = { ...authDefaults }
  for (const [name, value] of Object.entries(overrides)) {
    const before = merged[name]
    merged[name] = isPlain(before) && isPlain(value) ? { ...before, ...value } : value
  }
  return merged as AuthSettings
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
