// In development nobody has to set up Google: a stand-in on this machine answers in its place, so that its door can be tried.
import type { Config } from './config.ts'

/** The settings with the stand-in in them, if Google is not set up. */
export async function standInForGoogle(config: Config): Promise<{ config: Config; stop(): Promise<void> }> {
  const { auth, siteUrl, apiUrl, googleCalendar } = config
  if (auth.providers.google && googleCalendar) return { config, stop: async () => {} }
  // Not a part of the installed product: it is read only here.
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
