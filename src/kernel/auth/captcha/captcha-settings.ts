export type CaptchaSettings = {
  /** GOTRUE_SECURITY_CAPTCHA_ENABLED and GOTRUE_SECURITY_CAPTCHA_PROVIDER. Undefined: nobody is asked. */
  provider: 'hcaptcha' | 'turnstile' | undefined
  /** GOTRUE_SECURITY_CAPTCHA_SECRET */
  secret: string
  /** GOTRUE_SECURITY_CAPTCHA_VERIFY_URL: where the answer is checked, when that is not the provider's own address. */
  verifyUrl: string | undefined
}

export const captchaDefaults: CaptchaSettings = { provider: undefined, secret: '', verifyUrl: undefined }
