// Bodies of webhooks whose signature is not verified yet: unknown senders make the server buffer them.
import { Refusal } from '#kernel/errors.ts'

/** Bytes of all bodies that are read at one time: the largest mail, and smaller ones beside it. */
const mostBytes = 64 << 20

let buffered = 0

/**
 * The text of a body, within the bytes that all unverified bodies may take together. Refusal: webhook_busy (503), which providers repeat.
 * The limit of one body is that of its endpoint.
 */
export async function readUnverifiedBody({ body }: Request, most = mostBytes): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      if (buffered + chunk.length > most)
        throw new Refusal('webhook_busy', 503, 'Too many webhook bodies are being received. Repeat the call later')
      buffered += chunk.length
      size += chunk.length
      chunks.push(chunk)
    }
    return new TextDecoder().decode(Buffer.concat(chunks))
  } finally {
    buffered -= size
  }
}
