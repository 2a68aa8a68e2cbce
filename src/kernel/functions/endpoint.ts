// Calls of endpoints: converts the Fastify request to a web Request. The timeout covers the response up to its last byte.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import { type Database, inTransactionOf, checkCallerKind } from './call.ts'
import type { RequestContext, Endpoint } from './functions.ts'
import { endpointBytes } from './function-limits.ts'
import { toCallerError, timedOut } from './refusals.ts'

/** Calls the endpoint. Throws a Refusal for errors that the caller may see, as for a function in a transaction. */
export async function callEndpoint(
  database: Database,
  endpoint: Endpoint,
  request: Request,
  caller: Caller,
  { id, ip, path }: RequestContext,
  signal: AbortSignal,
): Promise<Response> {
  checkCallerKind(endpoint, caller)
  try {
    if (typeof endpoint.caller === 'function') await inTransactionOf(database, endpoint, caller, signal, async () => {})
    const context = {
      id,
      caller,
      path,
      ...(ip !== undefined && { ip }),
      transaction: <T>(work: Parameters<typeof inTransactionOf<T>>[4]) =>
        inTransactionOf(database, endpoint, caller, signal, work),
    }
    const output = await untilAborted(signal, Promise.resolve(endpoint.fetch(request, context)))
    if (!(output instanceof Response) || output.type === 'error' || output.bodyUsed)
      throw new Error(`${endpoint.name} did not return a valid Response`)
    return output
  } catch (error) {
    throw signal.aborted ? timedOut() : toCallerError(error, endpoint, caller)
  }
}

function untilAborted<T>(signal: AbortSignal, promise: Promise<T>) {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(timedOut())
  signal.addEventListener('abort', stop)
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}

// Hop-by-hop headers, which belong to the connection and not to the message.
export const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** A web Request of the Fastify request. Its body is streamed with backpressure. */
export function toWebRequest(
  { raw, method, headers, url }: FastifyRequest,
  reply: FastifyReply,
  origin: string,
  { bodyLimit = endpointBytes }: Endpoint,
  signal: AbortSignal,
): Request {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (!hopByHopHeaders.has(name)) for (const one of [value].flat()) if (one !== undefined) sent.append(name, one)
  const isEmpty = raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'])
  const body = isEmpty || method === 'GET' || method === 'HEAD' ? null : toWebStream(raw, reply, bodyLimit)
  return new Request(new URL(url.replace(/^\/+/, '/'), origin), {
    method,
    headers: sent,
    body,
    signal,
    ...(body && { duplex: 'half' }),
  })
}

function toWebStream(raw: FastifyRequest['raw'], reply: FastifyReply, limit: number): ReadableStream<Uint8Array> {
  let size = 0
  let open = true
  return new ReadableStream<Uint8Array>({
    start(stream) {
      const end = (finish: () => void) => {
        if (open) finish()
        open = false
      }
      raw.on('data', (chunk: Buffer) => {
        if (!open) return
        size += chunk.length
        if (size > limit) return end(() => stream.error(new Refusal('payload_too_large', 413, 'Payload too large')))
        stream.enqueue(new Uint8Array(chunk))
        if ((stream.desiredSize ?? 0) <= 0) raw.pause()
      })
      raw.once('end', () => end(() => stream.close()))
      raw.once('error', (error) => end(() => stream.error(error)))
      raw.once('close', () => end(() => stream.error(new Error('The client disconnected'))))
      // Without ending the stream here, an endpoint that timed out would wait for the body forever.
      reply.raw.once('finish', () => end(() => stream.error(new Error('The response was sent'))))
      raw.pause()
    },
    pull: () => void raw.resume(),
    cancel: () => {
      open = false
      raw.resume()
    },
  })
}
