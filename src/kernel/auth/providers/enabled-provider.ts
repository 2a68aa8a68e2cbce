import { invalid } from '../auth-errors.ts'
import type { Auth } from '../instance.ts'
import type { OpenIdProvider } from './provider-settings.ts'

/** Provider names of upstream. Only Google can be enabled here. */
const upstreamProviders =
  /^(google|apple|azure|bitbucket|discord|facebook|figma|fly|github|gitlab|kakao|keycloak|linkedin|linkedin_oidc|notion|slack|slack_oidc|spotify|snapchat|twitch|twitter|x|vercel_marketplace|workos|zoom)$/

/** The requested provider. Throws when it is unknown or not enabled. */
export function enabledProvider({ settings }: Auth, requestedName = ''): { name: 'google'; provider: OpenIdProvider } {
  const name = requestedName.toLowerCase()
  const provider = name === 'google' ? settings.providers.google : undefined
  if (provider) return { name: 'google', provider }
  const isKnown = upstreamProviders.test(name)
  throw invalid(`Unsupported provider: ${isKnown ? 'provider is not enabled' : `Provider ${name} could not be found`}`)
}
