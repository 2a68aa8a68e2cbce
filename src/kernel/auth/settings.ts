import { type CaptchaSettings, captchaDefaults } from './captcha/captcha-settings.ts'
import { type MfaSettings, mfaDefaults } from './factors/mfa-settings.ts'
import { type PhoneSettings, phoneDefaults } from './phone/phone-settings.ts'
import { type ProviderSettings, providerDefaults } from './providers/provider-settings.ts'

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
  /** GOTRUE_EXTERNAL_EMAIL_ENABLED: may people sign up and in with an address? */
  emailEnabled: boolean
  /** GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: an account for whoever comes, without an address or a number. */
  anonymousUsers: boolean
  /** After so many days in which nothing was heard of them, anonymous users may be taken out. */
  anonymousDays: number
  /** GOTRUE_PASSWORD_MIN_LENGTH */
  passwordMinLength: number
  /** GOTRUE_PASSWORD_REQUIRED_CHARACTERS: of each of these sets a new password needs a sign. */
  passwordCharacters: readonly string[]
  /** GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: a day after signing in, a mailed code is needed for a new password. */
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

/** How often one client may ask. */
export type RateSettings = {
  /** GOTRUE_RATE_LIMIT_OTP: what sends something, sign-up and changes of oneself, in five minutes, each counted alone. */
  otp: number
  /** GOTRUE_RATE_LIMIT_VERIFY, in five minutes */
  verify: number
  /** GOTRUE_RATE_LIMIT_TOKEN_REFRESH: all grants, in five minutes */
  token: number
  /** GOTRUE_RATE_LIMIT_ANONYMOUS_USERS, in an hour */
  anonymous: number
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
  emailEnabled: true,
  anonymousUsers: false,
  anonymousDays: 30,
  passwordMinLength: 6,
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
