// Settings of auth/v1, with upstream's names where upstream has one.
import { z } from 'zod'
import { googleIssuer } from '#kernel/auth/providers/provider-settings.ts'
import type { AuthOverrides } from '#kernel/auth/settings.ts'
import { address, flag, isSafeAddress, list, seconds, secondsIfAny, webAddress, integerWithin } from '../env-parsers.ts'

export const authEnvironment = {
  GOTRUE_JWT_EXP: integerWithin(60, 604_800, 3600),
  GOTRUE_DISABLE_SIGNUP: flag.default(false),
  GOTRUE_MAILER_AUTOCONFIRM: flag.default(false),
  GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag.default(true),
  GOTRUE_MAILER_OTP_EXP: integerWithin(60, 604_800, 86_400),
  GOTRUE_SMTP_MAX_FREQUENCY: seconds(0, 86_400, 60),
  GOTRUE_RATE_LIMIT_EMAIL_SENT: integerWithin(0, 100_000, 30),
  GOTRUE_URI_ALLOW_LIST: list,
  GOTRUE_PASSWORD_MIN_LENGTH: integerWithin(6, 72, 8),
  GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: seconds(0, 3600, 10),
  GOTRUE_MFA_TOTP_ENROLL_ENABLED: flag.default(true),
  GOTRUE_MFA_TOTP_VERIFY_ENABLED: flag.default(true),
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: flag.default(false),
  GOTRUE_MFA_PHONE_VERIFY_ENABLED: flag.default(false),
  GOTRUE_MFA_PHONE_MAX_FREQUENCY: seconds(0, 86_400, 60),
  GOTRUE_MFA_MAX_ENROLLED_FACTORS: integerWithin(0, 100, 10),
  GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: seconds(1, 86_400, 300),
  GOTRUE_MFA_FACTOR_EXPIRY_DURATION: seconds(1, 86_400, 300),
  GOTRUE_PASSWORD_REQUIRED_CHARACTERS: z
    .string()
    .default('')
    .transform((sets) => sets.split(':').filter((set) => set !== '')),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag.default(false),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: flag.default(false),
  GOTRUE_EXTERNAL_GOOGLE_ENABLED: flag.default(false),
  GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: list,
  GOTRUE_EXTERNAL_GOOGLE_SECRET: z.string().optional(),
  GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI: webAddress.optional(),
  GOTRUE_EXTERNAL_GOOGLE_URL: address
    .refine(isSafeAddress, 'has to begin with https, except on this machine')
    .default(googleIssuer),
  GOTRUE_EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: flag.default(false),
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: flag.default(false),
  GOTRUE_EXTERNAL_EMAIL_ENABLED: flag.default(true),
  GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: flag.default(false),
  GOTRUE_EXTERNAL_PHONE_ENABLED: flag.default(false),
  GOTRUE_SMS_AUTOCONFIRM: flag.default(false),
  GOTRUE_SMS_OTP_EXP: seconds(10, 86_400, 60),
  GOTRUE_SMS_MAX_FREQUENCY: seconds(0, 86_400, 60),
  GOTRUE_RATE_LIMIT_SMS_SENT: integerWithin(0, 100_000, 30),
  GOTRUE_HOOK_SEND_SMS_URI: webAddress.optional(),
  GOTRUE_HOOK_SEND_SMS_SECRETS: z
    .string()
    .regex(/^v1,whsec_[A-Za-z0-9+/=]+(\|v1,whsec_[A-Za-z0-9+/=]+)*$/, 'has to be v1,whsec_ and a key in base64')
    .optional(),
  GOTRUE_SESSIONS_TIMEBOX: secondsIfAny(31_536_000),
  GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: secondsIfAny(31_536_000),
  GOTRUE_SESSIONS_SINGLE_PER_USER: flag.default(false),
  GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: flag.default(false),
  GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: flag.default(false),
  GOTRUE_EXTERNAL_WEB3_ETHEREUM_MAXIMUM_VALIDITY_DURATION: seconds(1, 86_400, 600),
  GOTRUE_EXTERNAL_WEB3_SOLANA_MAXIMUM_VALIDITY_DURATION: seconds(1, 86_400, 600),
  GOTRUE_RATE_LIMIT_WEB3: integerWithin(1, 100_000, 30),
  GOTRUE_RATE_LIMIT_OTP: integerWithin(1, 100_000, 30),
  GOTRUE_RATE_LIMIT_VERIFY: integerWithin(1, 100_000, 30),
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: integerWithin(1, 1_000_000, 150),
  GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: integerWithin(1, 100_000, 30),
  GOTRUE_SECURITY_CAPTCHA_ENABLED: flag.default(false),
  GOTRUE_SECURITY_CAPTCHA_PROVIDER: z
    .enum(['hcaptcha', 'turnstile'], 'has to be hcaptcha or turnstile')
    .default('hcaptcha'),
  GOTRUE_SECURITY_CAPTCHA_SECRET: z.string().default(''),
  GOTRUE_SECURITY_CAPTCHA_VERIFY_URL: webAddress.optional(),
}

type AuthEnvironment = z.infer<z.ZodObject<typeof authEnvironment>>

/** The error for settings that conflict; undefined if they are valid. */
export function authConfigError(env: AuthEnvironment): string | undefined {
  const textsBy = (
    ['GOTRUE_EXTERNAL_PHONE_ENABLED', 'GOTRUE_MFA_PHONE_ENROLL_ENABLED', 'GOTRUE_MFA_PHONE_VERIFY_ENABLED'] as const
  ).find((name) => env[name])
  if (textsBy && !(env.GOTRUE_HOOK_SEND_SMS_URI && env.GOTRUE_HOOK_SEND_SMS_SECRETS))
    return `${textsBy} needs GOTRUE_HOOK_SEND_SMS_URI and GOTRUE_HOOK_SEND_SMS_SECRETS: who sends the messages.`
  if ((env.GOTRUE_HOOK_SEND_SMS_URI === undefined) !== (env.GOTRUE_HOOK_SEND_SMS_SECRETS === undefined))
    return 'GOTRUE_HOOK_SEND_SMS_URI and GOTRUE_HOOK_SEND_SMS_SECRETS belong together: who sends the messages, and the key that signs them.'
  if (
    env.GOTRUE_EXTERNAL_GOOGLE_ENABLED &&
    (env.GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID.length === 0 || !env.GOTRUE_EXTERNAL_GOOGLE_SECRET)
  )
    return 'GOTRUE_EXTERNAL_GOOGLE_ENABLED needs GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID and GOTRUE_EXTERNAL_GOOGLE_SECRET: from the Google Cloud console.'
  if (env.GOTRUE_SECURITY_CAPTCHA_ENABLED && !env.GOTRUE_SECURITY_CAPTCHA_SECRET)
    return 'GOTRUE_SECURITY_CAPTCHA_ENABLED needs GOTRUE_SECURITY_CAPTCHA_SECRET: the key of the provider.'
  return undefined
}

export function authSettingsOf(env: AuthEnvironment) {
  return {
    accessTokenSeconds: env.GOTRUE_JWT_EXP,
    signupDisabled: env.GOTRUE_DISABLE_SIGNUP,
    autoconfirm: env.GOTRUE_MAILER_AUTOCONFIRM,
    confirmEmailChangeTwice: env.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
    mailedTokenSeconds: env.GOTRUE_MAILER_OTP_EXP,
    secondsBetweenMails: env.GOTRUE_SMTP_MAX_FREQUENCY,
    mailsPerHour: env.GOTRUE_RATE_LIMIT_EMAIL_SENT,
    redirectAllowList: env.GOTRUE_URI_ALLOW_LIST,
    passwordMinLength: env.GOTRUE_PASSWORD_MIN_LENGTH,
    refreshReuseSeconds: env.GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
    mfa: {
      totpEnroll: env.GOTRUE_MFA_TOTP_ENROLL_ENABLED,
      totpVerify: env.GOTRUE_MFA_TOTP_VERIFY_ENABLED,
      phoneEnroll: env.GOTRUE_MFA_PHONE_ENROLL_ENABLED,
      phoneVerify: env.GOTRUE_MFA_PHONE_VERIFY_ENABLED,
      secondsBetweenTexts: env.GOTRUE_MFA_PHONE_MAX_FREQUENCY,
      maxFactors: env.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
      challengeSeconds: env.GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION,
      unverifiedSeconds: env.GOTRUE_MFA_FACTOR_EXPIRY_DURATION,
    },
    web3: {
      ethereum: env.GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED,
      solana: env.GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED,
      ethereumSeconds: env.GOTRUE_EXTERNAL_WEB3_ETHEREUM_MAXIMUM_VALIDITY_DURATION,
      solanaSeconds: env.GOTRUE_EXTERNAL_WEB3_SOLANA_MAXIMUM_VALIDITY_DURATION,
      rate: env.GOTRUE_RATE_LIMIT_WEB3,
    },
    emailEnabled: env.GOTRUE_EXTERNAL_EMAIL_ENABLED,
    anonymousUsers: env.GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED,
    passwordCharacters: env.GOTRUE_PASSWORD_REQUIRED_CHARACTERS,
    reauthenticateForPassword: env.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
    currentPasswordForPassword: env.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD,
    sessions: {
      timeboxSeconds: env.GOTRUE_SESSIONS_TIMEBOX,
      inactivitySeconds: env.GOTRUE_SESSIONS_INACTIVITY_TIMEOUT,
      singlePerUser: env.GOTRUE_SESSIONS_SINGLE_PER_USER,
    },
    rates: {
      otp: env.GOTRUE_RATE_LIMIT_OTP,
      verify: env.GOTRUE_RATE_LIMIT_VERIFY,
      token: env.GOTRUE_RATE_LIMIT_TOKEN_REFRESH,
      anonymous: env.GOTRUE_RATE_LIMIT_ANONYMOUS_USERS,
    },
    phone: {
      enabled: env.GOTRUE_EXTERNAL_PHONE_ENABLED,
      autoconfirm: env.GOTRUE_SMS_AUTOCONFIRM,
      codeSeconds: env.GOTRUE_SMS_OTP_EXP,
      secondsBetween: env.GOTRUE_SMS_MAX_FREQUENCY,
      messagesPerHour: env.GOTRUE_RATE_LIMIT_SMS_SENT,
      hookUrl: env.GOTRUE_HOOK_SEND_SMS_URI,
      hookSecrets: env.GOTRUE_HOOK_SEND_SMS_SECRETS?.split('|') ?? [],
    },
    providers: {
      google: env.GOTRUE_EXTERNAL_GOOGLE_ENABLED
        ? {
            issuer: env.GOTRUE_EXTERNAL_GOOGLE_URL,
            clientIds: env.GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID,
            secret: env.GOTRUE_EXTERNAL_GOOGLE_SECRET!,
            redirectUri: env.GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI,
            skipNonceCheck: env.GOTRUE_EXTERNAL_GOOGLE_SKIP_NONCE_CHECK,
          }
        : undefined,
      manualLinking: env.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
    },
    captcha: {
      provider: env.GOTRUE_SECURITY_CAPTCHA_ENABLED ? env.GOTRUE_SECURITY_CAPTCHA_PROVIDER : undefined,
      secret: env.GOTRUE_SECURITY_CAPTCHA_SECRET,
      verifyUrl: env.GOTRUE_SECURITY_CAPTCHA_VERIFY_URL,
    },
  } satisfies AuthOverrides
}
