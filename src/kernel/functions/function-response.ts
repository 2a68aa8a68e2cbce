// Converts the output of a function to an HTTP response.
import { once } from 'node:events'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { exposedHeaders } from '../http/cors.ts'
import { hopByHopHeaders } from './endpoint.ts'

/** A Response, or a serialized body with its type. Serialized inside the transaction, so that an invalid output rolls it back. */
export type FunctionOutput = Response | { type: string; body: string | Buffer } | undefined

export function toOutput(output: unknown): FunctionOutput {
  if (output === undefined || output instanceof Response) return output
  if (typeof output === 'string') return { type: 'text/plain; charset=utf-8', body: output }
  if (output instanceof Blob || output instanceof FormData || output instanceof URLSearchParams)
    return new Response(output)
  if (output instanceof ReadableStream) return new Response(output as ReadableStream<Uint8Array>)
  if (output instanceof ArrayBuffer) return { type: bytes, body: Buffer.from(output) }
  if (ArrayBuffer.isView(output))
    return { type: bytes, body: Buffer.from(output.buffer, output.byteOffset, output.byteLength) }
  const body = JSON.stringify(output) as string | undefined
  if (body === undefined) throw new Error('The output cannot be written as JSON.')
  return { type: 'application/json; charset=utf-8', body }
}

const bytes = 'application/octet-stream'

/** Sends a serialized body. */
export function send(reply: FastifyReply, output: Exclude<FunctionOutput, Response>) {
  reply.header('x-content-type-options', 'nosniff')
  if (output === undefined) return reply.code(204).send()
  return reply.type(output.type).send(output.body)
}

/** Streams a Response until `signal` aborts. */
export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
  signal: AbortSignal,
) {
  const { body, status } = response
  reply.header('x-content-type-options', 'nosniff')
  if (body && !response.headers.has('content-type')) reply.header('content-type', bytes)
  const hasNoBody = body === null || request.method === 'HEAD' || status === 204 || status === 304
  const own: string[] = []
  for (const [name, value] of response.headers.entries()) {
    if (hopByHopHeaders.has(name)) continue
    // The length of a stream is unknown; a wrong one would corrupt the next response of the connection.
    if (name === 'content-length' && !hasNoBody) continue
    reply.header(name, value)
    if (!name.startsWith('access-control-')) own.push(name)
  }
  if (!response.headers.has('access-control-expose-headers'))
    reply.header('access-control-expose-headers', [...new Set([...exposedHeaders.split(', '), ...own])].join(', '))
  if (body === null && status !== 204 && status !== 304 && request.method !== 'HEAD')
    reply.header('content-length', '0')

  reply.hijack()
  const { raw } = reply
  raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders)
  // Flushed, so that the client gets the headers before the first chunk.
  raw.flushHeaders()
  if (hasNoBody) {
    await body?.cancel().catch(() => {})
    raw.end()
    return reply
  }
  // An incomplete response destroys the connection, so that the client does not take it for complete.
  await pipeStream(body, raw, signal).catch((error: unknown) => {
    raw.destroy()
    if (!signal.aborted && !isDisconnect(error)) request.log.warn({ err: error }, 'a response broke off')
  })
  return reply
}

const maxTurnMs = 10

/** Writes with backpressure. Yields to the event loop regularly, because a stream that is always ready would block it. */
async function pipeStream(body: ReadableStream<Uint8Array>, raw: ServerResponse, signal: AbortSignal) {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  signal.addEventListener('abort', stop)
  raw.once('close', stop)
  const reader = body.getReader()
  // Cancels a pending read.
  stopped.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
  if (signal.aborted || raw.destroyed) stop()
  try {
    let turn = performance.now()
    for (;;) {
      const { done, value } = await reader.read()
      stopped.signal.throwIfAborted()
      if (done) break
      if (!raw.write(value)) await once(raw, 'drain', { signal: stopped.signal })
      if (performance.now() - turn > maxTurnMs) {
        await setImmediate()
        turn = performance.now()
      }
    }
    raw.end()
  } catch (error) {
    await reader.cancel().catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The client disconnected or the timeout expired: not an error of the function. */
const isDisconnect = (error: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '')
