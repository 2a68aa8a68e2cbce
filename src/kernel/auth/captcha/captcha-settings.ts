export type CaptchaSettings = {
  /** GOTRUE_SECURITY_CAPTCHA_ENABLED and GOTRUE_SECURITY_CAPTCHA_PROVIDER. Undefined: no captcha is required. */
  provider: 'hcaptcha' | 'turnstile' | undefined
  /** GOTRUE_SECURITY_CAPTCHA_SECRET */
  secret: string
  /** GOTRUE_SECURITY_CAPTCHA_VERIFY_URL: overrides the provider's verification URL. */
  verifyUrl: string | undefined
}

export const captchaDefaults: CaptchaSettings = { provider: undefined, secret: '', verifyUrl: undefined }
