// Bodies of webhook requests before their signature is verified: the server buffers data of unauthenticated senders.
import { Refusal } from '#kernel/errors.ts'

/** Limit of the total bytes of bodies that are read concurrently: the largest mail plus smaller ones. */
const maxBytes = 64 << 20
/** Timeout for receiving one body, after which a stalled sender's bytes are released. */
const maxMs = 15_000

let buffered = 0

/**
 * Reads the text of a body, within the total bytes of all unverified bodies. Refusals: webhook_busy (503) and
 * request_timeout (408), after which providers retry. The size limit of one body is that of its endpoint.
 */
export async function readUnverifiedBody({ body, signal }: Request, max = maxBytes, withinMs = maxMs) {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  const reader = body.getReader()
  let size = 0
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), withinMs)
  const stop = AbortSignal.any([signal, late.signal])
  // Aborts a pending read.
  stop.addEventListener('abort', () => void reader.cancel().catch(() => {}))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (stop.aborted) throw new Refusal('request_timeout', 408, 'The body did not arrive in time')
      if (done) return new TextDecoder().decode(Buffer.concat(chunks))
      if (buffered + value.length > max)
        throw new Refusal('webhook_busy', 503, 'Too many webhook bodies are being received. Repeat the call later')
      buffered += value.length
      size += value.length
      chunks.push(value)
    }
  } finally {
    clearTimeout(timer)
    buffered -= size
    void reader.cancel().catch(() => {})
  }
}
