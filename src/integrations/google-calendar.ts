// Google Calendar: consent, refresh and revocation, and the API. The OAuth endpoints come from OpenID discovery,
// so any provider that speaks the same protocol can replace Google.
import { createHash } from 'node:crypto'
import { type CalendarApi, openCalendarApi } from './google/calendar-api.ts'
import { requestGoogle, GoogleUnreachable } from './google/request.ts'

export type GoogleCalendarSettings = {
  /** The issuer: base URL of the discovery document. */
  issuer: string
  clientId: string
  secret: string
  /** The redirect URI. It must also be registered with Google. */
  redirectUri: string
}

export type CalendarTokens = { accessToken: string; refreshToken: string; accessUntil: string }
type Consent = Omit<CalendarTokens, 'refreshToken'> & { refreshToken: string | undefined; scopes: string[] }

export type GoogleCalendar = {
  /** Builds the consent URL. `challenge` is derived from the verifier that `exchange` sends later. */
  consentAddress(asked: { state: string; verifier: string; scopes: readonly string[] }): Promise<string>
  exchange(code: string, verifier: string): Promise<Consent>
  /** Requests a new access token with the refresh token. */
  refresh(refreshToken: string): Promise<Omit<CalendarTokens, 'refreshToken'>>
  accountOf(accessToken: string): Promise<string>
  /** Revokes the whole grant. */
  revoke(token: string): Promise<void>
  /** The client of the Calendar API. */
  api: CalendarApi
}

type Places = { authorize: string; token: string; userInfo: string; revoke: string }

/** Creates the client; no request is sent before one is needed. */
export function openGoogleCalendar(settings: GoogleCalendarSettings): GoogleCalendar {
  const { clientId, secret, redirectUri } = settings
  let known: Promise<Places> | undefined
  const places = () => {
    known ??= discover(settings.issuer).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  async function tokens(grant: Record<string, string>) {
    const { token } = await places()
    const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: secret })
    const answer = await requestGoogle(token, { method: 'POST', body })
    const seconds = Number(answer['expires_in'] ?? 3600)
    return {
      accessToken: text(answer['access_token']),
      accessUntil: new Date(Date.now() + seconds * 1000).toISOString(),
      refreshToken: typeof answer['refresh_token'] === 'string' ? answer['refresh_token'] : undefined,
      scopes: typeof answer['scope'] === 'string' ? answer['scope'].split(' ') : [],
    }
  }

  return {
    api: openCalendarApi(apiUrlOf(settings.issuer)),
    async consentAddress({ state, verifier, scopes }) {
      const address = new URL((await places()).authorize)
      const question = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: ['openid', 'email', ...scopes].join(' '),
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        // Google issues a refresh token only on consent, so consent is always requested.
        access_type: 'offline',
        prompt: 'consent',
        include_granted_scopes: 'false',
      }
      for (const [name, value] of Object.entries(question)) address.searchParams.set(name, value)
      return address.href
    },
    exchange: (code, verifier) =>
      tokens({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }),
    async refresh(refreshToken) {
      const { accessToken, accessUntil } = await tokens({ grant_type: 'refresh_token', refresh_token: refreshToken })
      return { accessToken, accessUntil }
    },
    async accountOf(accessToken) {
      const { userInfo } = await places()
      return text((await requestGoogle(userInfo, { headers: { authorization: `Bearer ${accessToken}` } }))['email'])
    },
    async revoke(token) {
      const { revoke } = await places()
      await requestGoogle(revoke, { method: 'POST', body: new URLSearchParams({ token }) })
    },
  }
}

/** The Calendar API is not part of discovery. Google serves it on a separate host, the fake on the issuer's. */
const apiUrlOf = (issuer: string) =>
  issuer === 'https://accounts.google.com' ? 'https://www.googleapis.com/calendar/v3' : `${issuer}/calendar/v3`

async function discover(issuer: string): Promise<Places> {
  const found = await requestGoogle(`${issuer}/.well-known/openid-configuration`)
  return {
    authorize: text(found['authorization_endpoint']),
    token: text(found['token_endpoint']),
    userInfo: text(found['userinfo_endpoint']),
    revoke: text(found['revocation_endpoint']),
  }
}

function text(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new GoogleUnreachable('An answer without what belongs in it')
}
