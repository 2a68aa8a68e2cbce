/** Settings of an OpenID Connect provider. */
export type OpenIdProvider = {
  /** GOTRUE_EXTERNAL_GOOGLE_URL: base of the discovery document. */
  issuer: string
  /** GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: the first is used for our requests; ID tokens of the others, such as mobile apps, are accepted too. */
  clientIds: readonly string[]
  /** GOTRUE_EXTERNAL_GOOGLE_SECRET */
  secret: string
  /** GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI: defaults to `callback` of the instance. */
  redirectUri: string | undefined
  /** GOTRUE_EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: for apps whose library does not expose its nonce. */
  skipNonceCheck: boolean
}

export type ProviderSettings = {
  google: OpenIdProvider | undefined
  /** GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: users may link and unlink provider identities. */
  manualLinking: boolean
}

export const googleIssuer = 'https://accounts.google.com'

export const providerDefaults: ProviderSettings = { google: undefined, manualLinking: false }
