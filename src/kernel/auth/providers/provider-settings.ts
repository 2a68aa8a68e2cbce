/** Another party that says who somebody is, by OpenID Connect. */
export type OpenIdProvider = {
  /** GOTRUE_EXTERNAL_GOOGLE_URL: below it lies the document that says where everything is. */
  issuer: string
  /** GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: the first is what we ask with; ID tokens made for the others, such as apps on phones, are taken too. */
  clientIds: readonly string[]
  /** GOTRUE_EXTERNAL_GOOGLE_SECRET */
  secret: string
  /** GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI: without it `callback` of the instance. */
  redirectUri: string | undefined
  /** GOTRUE_EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: for apps whose library makes a nonce that nobody can know. */
  skipNonceCheck: boolean
}

export type ProviderSettings = {
  google: OpenIdProvider | undefined
  /** GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: may people add a provider's account to theirs, and take one away? */
  manualLinking: boolean
}

export const googleIssuer = 'https://accounts.google.com'

export const providerDefaults: ProviderSettings = { google: undefined, manualLinking: false }
