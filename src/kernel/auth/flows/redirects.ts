// Where a browser may be sent with tokens in its address: home, this very machine, or where the owner allowed it.
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../errors.ts'
import type { Auth } from '../instance.ts'
import type { SessionAnswer } from '../sessions/sessions.ts'

/** The address that the client asked for if it is allowed, else the site. */
export function redirectOf(request: FastifyRequest, auth: Auth): string {
  const { redirect_to: inQuery } = request.query as { redirect_to?: unknown }
  const { body } = request
  const inBody =
    body instanceof URLSearchParams ? body.get('redirect_to') : (body as { redirect_to?: unknown } | null)?.redirect_to
  const asked = [request.headers['redirect_to'], inQuery, inBody].find((value) => typeof value === 'string' && value)
  const candidate = asked ?? request.headers.referer
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
  // As a browser will read it, so that no odd sign makes the pattern see another host.
  url.hash = ''
  return settings.redirectAllowList.some((pattern) => toRegExp(pattern).test(url.href))
}

const isLoopbackIp = (host: string) => host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** `*` is anything between two separators (`.` and `/`), `**` is anything, `?` one sign, `{a,b}` a choice. */
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

/** The session in the fragment, which the browser keeps to itself. `sb` tells the client that the fragment is meant for it. */
export function withSession(address: string, session: SessionAnswer, more: SessionFacts) {
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

/** `type` is what the mailed link was for; the tokens are a provider's, for calling it in the user's name. */
type SessionFacts = { type?: string; provider_token?: string; provider_refresh_token?: string }

const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Who may not come in, whatever the status says. */
const denials = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']

const errorNameOf = ({ status, code }: Refusal) =>
  denials.includes(code) ? 'access_denied' : (errorNames[status] ?? (status < 500 ? 'invalid_request' : 'server_error'))

/** The code that the client which began the flow makes a session of. It is worth nothing to others, so it may stand where servers see it. */
export function withCode(address: string, code: string) {
  return withQuery(address, { code })
}

/** A client that waits for a code looks into the query, any other into the fragment. */
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
