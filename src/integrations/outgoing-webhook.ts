// Sends an outgoing webhook to a URL configured by staff, such as one of Make or Zapier. Only public addresses are allowed.
import { lookup } from 'node:dns'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { retryAfter } from './retry-after.ts'

type Call = { id: string; url: string; content: object; createdAt: Date }
type SendResult =
  | { refused?: string }
  | { notBefore: Date; because: string }
  /** The receiver is unreachable or timed out. */
  | { unanswered: string }

const defaultTimeoutMs = 5000
const busyMs = 60_000
/** Retries stop after this time. */
const maxMs = 4 * 86_400_000

/** Whether a call to a busy or unreachable receiver is no longer retried. */
export const isRetryExpired = (createdAt: Date) => Date.now() - createdAt.getTime() > maxMs

class NotPublic extends Error {}

/**
 * Sends one call. `webhook-id` is the same for every attempt, so that the receiver can deduplicate. Throws when a retry may succeed.
 * Only the status of the response is read: its body may echo the sent data, or be endless.
 */
export const openWebhook = ({ isAllowed = isPublicAddress, timeoutMs = defaultTimeoutMs } = {}) => ({
  deliver: async ({ id, url, content, createdAt }: Call): Promise<SendResult> => {
    const address = new URL(url)
    const literal = address.hostname.replace(/^\[|\]$/g, '')
    // IP literals bypass the DNS lookup, so they are checked here.
    if (isIP(literal) && !isAllowed(literal)) return { refused: 'not_public' }
    let response: IncomingMessage
    try {
      response = await post(address, JSON.stringify(content), { id, timeoutMs, lookup: guarded(isAllowed) })
    } catch (error) {
      if (error instanceof NotPublic) return { refused: 'not_public' }
      const { code = 'UNKNOWN' } = error as { code?: string }
      return { unanswered: `not_reached: ${code === 'ABORT_ERR' ? 'TIMEOUT' : code}` }
    }
    response.destroy()
    const status = response.statusCode ?? 0
    if (status >= 200 && status < 300) return {}
    // Redirects are not followed: they would send the contact's data to a URL that the owner did not configure.
    if (status >= 300 && status < 400) return { refused: `redirected_${status}` }
    const because = `answered_${status}`
    if (status === 429 || status === 503) {
      if (isRetryExpired(createdAt)) return { refused: because }
      const now = Date.now()
      const headers = new Headers({ 'retry-after': response.headers['retry-after'] ?? '' })
      return { notBefore: new Date(Math.max(retryAfter(headers, busyMs).getTime(), now + busyMs)), because }
    }
    if (status >= 500 || status === 408) throw new Error(because)
    return { refused: because }
  },
})

/** Checks the resolved addresses that are used for the connection, because a second lookup could return others (DNS rebinding). */
const guarded =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) callback(error, [])
      else if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) callback(new NotPublic(), [])
      else if (options.all) callback(null, found)
      else callback(null, found[0]!.address, found[0]!.family)
    })

type Posting = { id: string; timeoutMs: number; lookup: LookupFunction }

function post(address: URL, body: string, { id, timeoutMs, lookup: resolve }: Posting) {
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (address.protocol === 'https:' ? httpsRequest : httpRequest)(
    address,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Maslul',
        'webhook-id': id,
      },
      lookup: resolve,
      // Not the shared agent, whose open connections bypass the check.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    },
    answered,
  )
  request.on('error', reject)
  request.end(body)
  return promise
}
