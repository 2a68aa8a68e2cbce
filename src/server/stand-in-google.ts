// In development without Google credentials, starts a local stand-in for Google, so that sign-in and calendar work.
import type { Config } from './config.ts'

/** The config, with the stand-in's settings if Google is not configured. */
export async function standInForGoogle(config: Config): Promise<{ config: Config; stop(): Promise<void> }> {
  const { auth, siteUrl, apiUrl, googleCalendar } = config
  if (auth.providers.google && googleCalendar) return { config, stop: async () => {} }
  // Imported only here: production never loads it.
  const { startGoogle } = await import('#integrations/google.fake.ts')
  const google = await startGoogle({ origins: [siteUrl, apiUrl].map((url) => new URL(url).origin) })
  const provider = {
    issuer: google.issuer,
    clientIds: [google.clientId],
    secret: google.clientSecret,
    redirectUri: undefined,
    skipNonceCheck: false,
  }
  const providers = { ...auth.providers, google: auth.providers.google ?? provider }
  const calendar = { issuer: google.issuer, clientId: google.clientId, secret: google.clientSecret }
  return {
    config: { ...config, auth: { ...auth, providers }, googleCalendar: googleCalendar ?? calendar },
    stop: () => google.stop(),
  }
}
