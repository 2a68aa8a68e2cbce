// Multipart uploads to S3: one PUT takes 5 GiB at most.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** `limitMs`: how long the bucket may take for its response, beside the upload of the body. */
export type S3Request = { body?: Blob; headers?: Record<string, string>; signal?: AbortSignal; limitMs?: number }
/** Rejects unless the response is a success or 404. */
export type AskS3 = (method: string, path: string, request?: S3Request) => Promise<Response>

const maxParts = 10_000
/** S3 joins the parts before it responds. */
const completionMs = 600_000
const attempts = 3
const backoffMs = 500

/** A part is as small as the number of parts allows, and not smaller than `smallest`. */
export const partSizeFor = (size: number, smallest: number) => Math.max(smallest, Math.ceil(size / maxParts))

/** Uploads the body in parts. If one fails, the upload is aborted, and the bucket deletes its parts. */
export async function putInParts(ask: AskS3, path: string, body: Blob, partSize: number): Promise<void> {
  const begun = await ask('POST', `${path}?uploads=`, { headers: { 'content-type': 'application/octet-stream' } })
  const id = /<UploadId>([^<]+)</.exec(await begun.text())?.[1]
  if (!id) throw new Error(`S3 begins no multipart upload: ${begun.status}`)
  const upload = `uploadId=${encodeURIComponent(id)}`
  try {
    const parts: string[] = []
    for (let from = 0; from < body.size; from += partSize) {
      const number = parts.length + 1
      const etag = await putPart(ask, `${path}?partNumber=${number}&${upload}`, body.slice(from, from + partSize))
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
    }
    const list = new Blob([`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`])
    const headers = { 'content-type': 'application/xml', 'x-amz-content-sha256': await checksumOf(list) }
    const done = await ask('POST', `${path}?${upload}`, { body: list, headers, limitMs: completionMs })
    const words = await done.text()
    // S3 responds with 200 before it has joined the parts, and may report an error in the body.
    if (!done.ok || !words.includes('CompleteMultipartUploadResult'))
      throw new Error(`S3 does not complete the upload: ${done.status} ${/<Code>(\w+)</.exec(words)?.[1] ?? ''}`)
  } catch (error) {
    // If this fails, too, the upload remains unfinished.
    await abort(ask, `${path}?${upload}`).catch(() => {})
    throw error
  }
}

/** Returns the ETag. A broken connection costs one part, not the whole upload. */
async function putPart(ask: AskS3, path: string, part: Blob): Promise<string> {
  const headers = { 'x-amz-content-sha256': await checksumOf(part) }
  for (let attempt = 1; ; attempt++)
    try {
      const answer = await ask('PUT', path, { body: part, headers })
      await answer.body?.cancel()
      const etag = answer.headers.get('etag')
      if (!answer.ok || !etag) throw new Error(`S3 does not store a part: ${answer.status}`)
      return etag
    } catch (error) {
      if (attempt === attempts) throw error
      await sleep(backoffMs * attempt)
    }
}

async function checksumOf(part: Blob): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of part.stream()) hash.update(chunk)
  return hash.digest('hex')
}

async function abort(ask: AskS3, path: string) {
  await (await ask('DELETE', path)).body?.cancel()
}

type Unfinished = { prefix: string; before: Date }

/** Aborts uploads that killed processes began before that time: the bucket stores and charges their parts until then. */
export async function abortUnfinished(ask: AskS3, { prefix, before }: Unfinished): Promise<void> {
  const query = new URLSearchParams({ uploads: '', prefix })
  const listing = await (await ask('GET', `?${query.toString()}`)).text()
  for (const upload of listing.split('<Upload>').slice(1)) {
    const [key, id, begun] = ['Key', 'UploadId', 'Initiated'].map(
      (name) => new RegExp(`<${name}>([^<]+)<`).exec(upload)?.[1],
    )
    if (!key?.startsWith(prefix) || !id || !begun || !(new Date(begun) < before)) continue
    await abort(ask, `/${key}?uploadId=${encodeURIComponent(id)}`)
  }
}
