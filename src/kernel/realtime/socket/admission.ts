// Admits sockets: API key, protocol version, and limits per node and client.
import type { IncomingMessage } from 'node:http'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import { readCredentials } from '#kernel/http/keys.ts'
import { rateLimitKey, createRateLimit } from '#kernel/http/rate-limit.ts'
import type { Tokens } from '#kernel/jwt.ts'
import { ChannelError, authenticate } from '../channel/join.ts'
import type { Version } from '../frames.ts'
import type { Limits } from '../limits.ts'

type Options = { tokens: Tokens; limits: Limits; clientIpHeader: string | undefined }

export type Refusal = { status: number; error: string; /** The delay before the refusal is sent. */ afterMs: number }
export type AdmittedClient = { version: Version; apikey: string; client: string | undefined; mayJoin: () => boolean }

const windowMs = 10_000

export function createAdmission({ tokens, limits, clientIpHeader }: Options) {
  const sockets = new Map<string | undefined, number>()
  let total = 0
  const refusals = createRateLimit({ burst: limits.refusals, refillMs: windowMs })
  const joins = createRateLimit({ burst: limits.joinsPerClient, refillMs: windowMs })

  async function check(request: IncomingMessage, url: URL): Promise<AdmittedClient | Refusal> {
    const ip = clientIpOf({ headers: request.headers, ip: request.socket.remoteAddress ?? '' }, clientIpHeader)
    const client = rateLimitKey(ip, clientIpHeader !== undefined)
    const refuse = (status: number, error: string): Refusal => {
      const isOften = client !== undefined && !refusals.take(client)
      return { status, error, afterMs: isOften ? limits.slowConnectMs : 0 }
    }
    const { apikey } = readCredentials(request.headers, Object.fromEntries(url.searchParams))
    const version = url.searchParams.get('vsn') ?? '1.0.0'
    if (version !== '1.0.0' && version !== '2.0.0') return refuse(400, `Unsupported vsn ${version}`)
    if (!apikey) return refuse(401, 'API key is missing')
    if (total >= limits.sockets) return refuse(429, 'Too many connected users')
    if (client !== undefined && (sockets.get(client) ?? 0) >= limits.socketsPerClient)
      return refuse(429, 'Too many connections from one address')
    try {
      await authenticate(tokens, apikey)
    } catch (error) {
      if (error instanceof ChannelError) return refuse(401, messageOf(error))
      throw error
    }
    return { version, apikey, client, mayJoin: () => client === undefined || joins.take(client) }
  }

  return {
    check,
    /** Counts an open socket; returns a function to call when it has closed. */
    enter(client: string | undefined) {
      total++
      sockets.set(client, (sockets.get(client) ?? 0) + 1)
      return () => {
        total--
        const remaining = sockets.get(client)! - 1
        if (remaining > 0) sockets.set(client, remaining)
        else sockets.delete(client)
      }
    },
  }
}

/** Worded as upstream before the upgrade: without the error code and the seconds since expiry. */
const messageOf = ({ message }: ChannelError) => message.replace(/^\w+: /, '').replace(/^(Token has expired) .*/, '$1')
