// A POST to an address that a user of the business chose, such as one of Make or Zapier. It reaches public addresses only.
import { lookup } from 'node:dns'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { retryAfter } from './retry-after.ts'

type Call = { id: string; url: string; content: object; createdAt: Date }
type Sent =
  | { refused?: string }
  | { notBefore: Date; because: string }
  /** The receiver hangs or cannot be reached. */
  | { unanswered: string }

const timeoutMs = 5000
const busyMs = 60_000
/** Errors are tried again for as long. */
const longestMs = 4 * 86_400_000

/** Whether a call is given up, whose receiver is still busy or does not answer. */
export const isGivenUp = (createdAt: Date) => Date.now() - createdAt.getTime() > longestMs

class NotPublic extends Error {}

/**
 * Sends one call. `webhook-id` is the same for every attempt, so that the receiver recognizes a repetition. Throws when a later attempt may
 * succeed. Of the answer only the status is read: its words may repeat what was sent, or never end.
 */
export const openWebhook = ({ isAllowed = isPublicAddress } = {}) => ({
  deliver: async ({ id, url, content, createdAt }: Call): Promise<Sent> => {
    const address = new URL(url)
    const literal = address.hostname.replace(/^\[|\]$/g, '')
    // A literal address is not looked up.
    if (isIP(literal) && !isAllowed(literal)) return { refused: 'not_public' }
    let response: IncomingMessage
    try {
      response = await post(address, JSON.stringify(content), { id, lookup: guarded(isAllowed) })
    } catch (error) {
      if (error instanceof NotPublic) return { refused: 'not_public' }
      const { code = 'UNKNOWN' } = error as { code?: string }
      return { unanswered: `not_reached: ${code === 'ABORT_ERR' ? 'TIMEOUT' : code}` }
    }
    response.destroy()
    const status = response.statusCode ?? 0
    if (status >= 200 && status < 300) return {}
    // No redirect is followed: it would lead the contact to an address that the owner has not chosen.
    if (status >= 300 && status < 400) return { refused: `redirected_${status}` }
    const because = `answered_${status}`
    if (status === 429 || status === 503) {
      if (isGivenUp(createdAt)) return { refused: because }
      const now = Date.now()
      const headers = new Headers({ 'retry-after': response.headers['retry-after'] ?? '' })
      return { notBefore: new Date(Math.max(retryAfter(headers, busyMs).getTime(), now + busyMs)), because }
    }
    if (status >= 500 || status === 408) throw new Error(because)
    return { refused: because }
  },
})

/** The addresses are checked as they are connected to: a second lookup could have another answer. */
const guarded =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) callback(error, [])
      else if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) callback(new NotPublic(), [])
      else if (options.all) callback(null, found)
      else callback(null, found[0]!.address, found[0]!.family)
    })

function post(address: URL, body: string, { id, lookup: resolve }: { id: string; lookup: LookupFunction }) {
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
      // Not the shared agent: its open connections were not checked.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    },
    answered,
  )
  request.on('error', reject)
  request.end(body)
  return promise
}
