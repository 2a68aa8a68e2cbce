// Redirect addresses that may receive tokens: the site, loopback addresses, and the allow list.
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../errors.ts'
import type { Auth } from '../instance.ts'
import type { SessionResponse } from '../sessions/sessions.ts'

/** The requested redirect address if it is allowed, else the site. */
export function redirectOf(request: FastifyRequest, auth: Auth): string {
  const { redirect_to: inQuery } = request.query as { redirect_to?: unknown }
  const { body } = request
  const inBody =
    body instanceof URLSearchParams ? body.get('redirect_to') : (body as { redirect_to?: unknown } | null)?.redirect_to
  const redirectTo = [request.headers['redirect_to'], inQuery, inBody].find(
    (value) => typeof value === 'string' && value,
  )
  const candidate = redirectTo ?? request.headers.referer
  return typeof candidate === 'string' && isAllowed(candidate, auth) ? candidate : auth.siteUrl
}

export function isAllowed(
  address: string,
  { siteUrl, settings }: { siteUrl: string; settings: { redirectAllowList: readonly string[] } },
) {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const site = new URL(siteUrl)
  if (url.username || url.password) return false
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (isWeb && isLoopbackIp(url.hostname)) return true
  const isSameHost = url.protocol === site.protocol && url.hostname === site.hostname
  if (isSameHost && (url.port === site.port || url.hostname === 'localhost')) return true
  // The normalized URL, so that the pattern sees the same host as the browser.
  url.hash = ''
  return settings.redirectAllowList.some((pattern) => toRegExp(pattern).test(url.href))
}

const isLoopbackIp = (host: string) => host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** `*` matches up to the next separator (`.` or `/`), `**` anything, `?` one character, `{a,b}` either alternative. */
function toRegExp(pattern: string) {
  const parts = pattern.match(/\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g) ?? []
  const source = parts.map((part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    if (part.length > 1 && part.startsWith('{'))
      return `(?:${part
        .slice(1, -1)
        .split(',')
        .map((word) => RegExp.escape(word))
        .join('|')})`
    return RegExp.escape(part)
  })
  return new RegExp(`^${source.join('')}/?$`)
}

/** The session in the fragment, which browsers do not send to servers. `sb` marks the fragment as meant for the client. */
export function withSession(address: string, session: SessionResponse, more: SessionFacts) {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session
  return withFragment(address, {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    sb: '',
    token_type,
    ...more,
  })
}

/** `type` is that of the mailed link; the provider tokens give access to the provider's API on the user's behalf. */
type SessionFacts = { type?: string; provider_token?: string; provider_refresh_token?: string }

const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Codes that map to access_denied, whatever their status. */
const denials = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']

const errorNameOf = ({ status, code }: Refusal) =>
  denials.includes(code) ? 'access_denied' : (errorNames[status] ?? (status < 500 ? 'invalid_request' : 'server_error'))

/** The auth code in the query. Useless without the verifier, so servers may see it. */
export function withCode(address: string, code: string) {
  return withQuery(address, { code })
}

/** PKCE clients read errors from the query, implicit ones from the fragment. */
export function withError(address: string, refusal: Refusal, isOfFlow = false) {
  const values = { error: errorNameOf(refusal), error_code: refusal.code, error_description: refusal.message }
  return withFragment(isOfFlow ? withQuery(address, values) : address, { ...values, sb: '' })
}

export const withMessage = (address: string, message: string, isOfFlow = false) =>
  withFragment(isOfFlow ? withQuery(address, { message }) : address, { message, sb: '' })

function withQuery(address: string, values: Record<string, string>) {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

function withFragment(address: string, values: Record<string, string>) {
  const url = new URL(address)
  url.hash = new URLSearchParams(values).toString()
  return url.href
}
