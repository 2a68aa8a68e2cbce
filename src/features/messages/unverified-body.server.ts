// Bodies of webhooks whose signature is not verified yet: unknown senders make the server buffer them.
import { Refusal } from '#kernel/errors.ts'

/** Bytes of all bodies that are read at one time: the largest mail, and smaller ones beside it. */
const mostBytes = 64 << 20
/** Arrival limit of one body: a stalled sender occupies its share of the bytes no longer. */
const mostMs = 15_000

let buffered = 0

/**
 * The text of a body, within the bytes that all unverified bodies may take together. Refusals: webhook_busy (503) and request_timeout (408),
 * which providers repeat. The size limit of one body is that of its endpoint.
 */
export async function readUnverifiedBody({ body, signal }: Request, most = mostBytes, withinMs = mostMs) {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  const reader = body.getReader()
  let size = 0
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), withinMs)
  const stop = AbortSignal.any([signal, late.signal])
  // Ends a pending read.
  stop.addEventListener('abort', () => void reader.cancel().catch(() => {}))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (stop.aborted) throw new Refusal('request_timeout', 408, 'The body did not arrive in time')
      if (done) return new TextDecoder().decode(Buffer.concat(chunks))
      if (buffered + value.length > most)
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
