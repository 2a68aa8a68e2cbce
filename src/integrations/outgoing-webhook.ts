// A POST to an address that a user of the business chose, such as one of Make or Zapier. It reaches public addresses only.
import { lookup } from 'node:dns'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { retryAfter } from './retry-after.ts'

type Call = { id: string; url: string; content: object }
type Sent = { refused?: string } | { notBefore: Date; because: string }

const timeoutMs = 15_000
const busyMs = 60_000
const longestReply = 500

class NotPublic extends Error {}

/**
 * Sends one call. `webhook-id` is the same for every attempt, so that the receiver recognizes a repetition. Throws when a later attempt may
 * succeed. A redirect is not followed: it could lead anywhere.
 */
export const openWebhook = ({ isAllowed = isPublicAddress } = {}) => ({
  deliver: async ({ id, url, content }: Call): Promise<Sent> => {
    const address = new URL(url)
    const literal = address.hostname.replace(/^\[|\]$/g, '')
    // A literal address is not looked up.
    if (isIP(literal) && !isAllowed(literal)) return { refused: notPublic }
    let response: IncomingMessage
    try {
      response = await post(address, JSON.stringify(content), { id, lookup: guarded(isAllowed) })
    } catch (error) {
      if (error instanceof NotPublic) return { refused: notPublic }
      throw error
    }
    const status = response.statusCode ?? 0
    const because = `The address answered ${status}: ${await beginningOf(response)}`.trim()
    if (status >= 200 && status < 300) return {}
    if (status === 429 || status === 503) {
      const headers = new Headers({ 'retry-after': response.headers['retry-after'] ?? '' })
      return { notBefore: retryAfter(headers, busyMs), because }
    }
    if (status >= 500 || status === 408) throw new Error(because)
    return { refused: because }
  },
})

const notPublic = 'the address is not on the public network'

/** The addresses are checked as they are connected to: a second lookup could have another answer. */
const guarded =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) callback(error, [])
      else if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
        callback(new NotPublic(notPublic), [])
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

/** Reads no more of the answer than is stored. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) {
    text += part
    if (text.length >= longestReply) break
  }
  return text.slice(0, longestReply)
}
