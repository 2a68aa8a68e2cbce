// Blobs as objects of an S3 bucket. Uses only operations that every S3-compatible server supports: put, get, copy, delete of single objects.
// Only what is too large for one put is uploaded in parts.
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StartupError } from '#lib/startup-error.ts'
import { type Blobs, blobPath } from './blobs.ts'
import type { S3Address } from './s3-address.ts'
import { type AskS3, partSizeFor, putInParts, type S3Request } from './s3-multipart.ts'
import { openIncoming, spool } from './spool.ts'

const attempts = 4
const initialBackoffMs = 50
const maxSilenceMs = 60_000
// The client does not read the response while it sends a body.
const minBytesPerMs = 256
const deleteConcurrency = 16

/** S3 takes 5 GiB by one PUT. */
const defaultLargestPut = 5_000_000_000
const defaultPartSize = 64 * 2 ** 20

type Limits = {
  /** Larger blobs are uploaded in parts. */
  largestPut?: number
  partSize?: number
}

/**
 * Blobs in the bucket. An upload is first spooled into `folder`: S3 requires length and checksum in advance, and a retry sends the
 * bytes again. Throws StartupError when a test blob cannot be written.
 */
export async function blobsOnS3(
  address: S3Address,
  folder: string,
  { largestPut = defaultLargestPut, partSize = defaultPartSize }: Limits = {},
): Promise<Blobs> {
  const { origin, bucket, prefix, region, ...keys } = address
  const incoming = await openIncoming(folder)
  const client = new AwsClient({ ...keys, service: 's3', ...(region && { region }) })
  const keyOf = (version: string) => `/${bucket}/${prefix}${blobPath(version)}`

  /** Resolves with the response headers. Throttling and server errors are retried. */
  async function ask(
    method: string,
    key: string,
    { headers, body, limitMs = maxSilenceMs }: S3Request = {},
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const silence = new AbortController()
      const withinMs = limitMs + (body?.size ?? 0) / minBytesPerMs
      const timer = setTimeout(() => silence.abort(new Error('S3 does not answer')), withinMs)
      try {
        const signed = await client.sign(origin + key, { method, ...(headers && { headers }), ...(body && { body }) })
        const answer = await fetch(signed, { signal: silence.signal })
        if ((answer.status < 500 && answer.status !== 429) || attempt === attempts) return answer
        await answer.body?.cancel()
      } catch (error) {
        if (attempt === attempts) throw error
      } finally {
        clearTimeout(timer)
      }
      await sleep(initialBackoffMs * 2 ** attempt * (0.5 + Math.random()))
    }
  }

  const askForPart: AskS3 = async (method, key, request) => {
    const answer = await ask(method, key, request)
    if (!answer.ok && answer.status !== 404) await done(answer)
    return answer
  }

  async function refuseToStart(why: string, cause?: unknown): Promise<never> {
    throw new StartupError(`The bucket ${bucket} of STORAGE_URL at ${origin} takes no files: ${why}.`, { cause })
  }
  const probe = await ask('PUT', `/${bucket}/${prefix}start-check`, { body: new Blob(['ok']) }).catch((error: Error) =>
    refuseToStart(String((error.cause as Error | undefined)?.message ?? error.message), error),
  )
  const refusal = await errorTextOf(probe)
  if (refusal) await refuseToStart(refusal)

  const removeOne = async (version: string) => done(await ask('DELETE', keyOf(version)), 404)

  return {
    async write(version, source, limit) {
      const temporary = join(incoming, version)
      try {
        const { size, sums } = await spool(temporary, source, limit, ['md5', 'sha256'])
        const etag = `"${sums.md5.toString('hex')}"`
        const body = await openAsBlob(temporary)
        if (size > largestPut) {
          await putInParts(askForPart, keyOf(version), body, partSizeFor(size, partSize))
          return { size, etag }
        }
        const headers = {
          'x-amz-content-sha256': sums.sha256.toString('hex'),
          'content-md5': sums.md5.toString('base64'),
          'content-type': 'application/octet-stream',
        }
        await done(await ask('PUT', keyOf(version), { headers, body }))
        return { size, etag }
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async copy(from, to) {
      const answer = await ask('PUT', keyOf(to), { headers: { 'x-amz-copy-source': keyOf(from) } })
      if (answer.status === 404) {
        await answer.body?.cancel()
        return false
      }
      await done(answer)
      return true
    },
    async read(version, { start, end }) {
      const answer = await ask('GET', keyOf(version), { headers: { range: `bytes=${start}-${end}` } })
      if (answer.status === 404) {
        await answer.body?.cancel()
        return undefined
      }
      if (!answer.ok || !answer.body) await done(answer)
      return Readable.fromWeb(answer.body as ReadableStream)
    },
    async remove(versions) {
      const waiting = [...versions]
      const take = async () => {
        for (let version = waiting.pop(); version; version = waiting.pop())
          await Promise.all([rm(join(incoming, version), { force: true }), removeOne(version)])
      }
      await Promise.all(Array.from({ length: Math.min(deleteConcurrency, versions.length) }, take))
    },
  }
}

async function done(answer: Response, alsoFine?: number) {
  const errorText = await errorTextOf(answer)
  if (errorText && answer.status !== alsoFine) throw new Error(`S3 refuses: ${errorText}`)
}

/** Reads the response to its end. A failed copy can report its error in the body of a 200. */
async function errorTextOf(answer: Response): Promise<string | undefined> {
  const text = await answer.text()
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1]
  return answer.ok && !text.includes('<Error>') ? undefined : `${answer.status} ${code ?? ''}`.trim()
}
