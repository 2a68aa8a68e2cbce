// Reads multipart forms, and preserves the text fields when the file is too large.
import type { Readable } from 'node:stream'
import { readInput } from '#kernel/functions/read-input.ts'
import { Refusal } from '#kernel/errors.ts'
import type { FormBody } from '#lib/forms/form-post.ts'

/**
 * The rest of a too large body is drained, else the browser shows a connection error instead of the response. Above this limit the
 * connection is closed.
 */
const maxDrainedBytes = 64 * 1024 * 1024

/**
 * Returns fields by name, the file as a File. A file above `maxFileBytes` is truncated just above the limit. The fields before it are
 * preserved, so the file must be the last field. `maxFieldBytes` limits the other fields. Throws a Refusal with 400 or 413.
 */
export async function readFormWithFile(
  contentType: string,
  body: Readable,
  { maxFileBytes, maxFieldBytes }: { maxFileBytes: number; maxFieldBytes: number },
): Promise<FormBody> {
  const max = maxFileBytes + maxFieldBytes
  const chunks: Buffer[] = []
  let receivedBytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (receivedBytes < max) chunks.push(chunk.subarray(0, max - receivedBytes))
    receivedBytes += chunk.length
    if (receivedBytes > maxDrainedBytes) throw new Refusal('payload_too_large', 413, 'The form is too large.')
  }
  if (receivedBytes > max) chunks.push(closingBoundary(contentType))
  return (await readInput(contentType, Buffer.concat(chunks))) as FormBody
}

/** The closing boundary, which replaces the rest of a truncated file. */
function closingBoundary(contentType: string): Buffer {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  return Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}--\r\n`, 'latin1')
}
