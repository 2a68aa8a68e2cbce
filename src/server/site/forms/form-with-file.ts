// A form that carries a file, read without losing what was typed when the file is larger than it may be.
import type { Readable } from 'node:stream'
import { readInput } from '#kernel/functions/read-input.ts'
import { Refusal } from '#kernel/errors.ts'
import type { FormBody } from '#lib/forms/form-post.ts'

/** What a browser goes on sending is heard to its end, or it would show a broken connection in place of our answer. Beyond this nobody listens. */
const maxDrainedBytes = 64 * 1024 * 1024

/**
 * Fields by name, a file as a File. Of a form with a file of more than `mostFileBytes` what came before the file is kept, and of the file
 * enough to be too large; so the file has to come last. `mostFieldBytes`: of everything else. Refuses with 400 or 413.
 */
export async function readFormWithFile(
  contentType: string,
  body: Readable,
  { mostFileBytes, mostFieldBytes }: { mostFileBytes: number; mostFieldBytes: number },
): Promise<FormBody> {
  const most = mostFileBytes + mostFieldBytes
  const kept: Buffer[] = []
  let heard = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (heard < most) kept.push(chunk.subarray(0, most - heard))
    heard += chunk.length
    if (heard > maxDrainedBytes) throw new Refusal('payload_too_large', 413, 'The form is too large.')
  }
  if (heard > most) kept.push(closingBoundary(contentType))
  return (await readInput(contentType, Buffer.concat(kept))) as FormBody
}

/** The mark with which a form ends, in place of the rest of a file. */
function closingBoundary(contentType: string): Buffer {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  return Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}--\r\n`, 'latin1')
}
