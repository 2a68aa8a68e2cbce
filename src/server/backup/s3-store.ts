// Backups in an S3 bucket. An object is first written to a temporary file: S3 requires its length and checksum in advance.
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import type { S3Address } from '#kernel/storage/blobs/s3-address.ts'
import { abortUnfinished, type AskS3, partSizeFor, putInParts } from '#kernel/storage/blobs/s3-multipart.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import type { BackupStore, StoredObject } from './backup-store.ts'
import { removeOlder } from './folder-store.ts'
import { writeHashed } from './write-hashed.ts'

const timeoutMs = 60_000
/** Slower uploads are aborted. */
const minBytesPerMs = 256
/** Larger objects are uploaded in parts: a broken connection repeats one of them only. */
const defaultPartSize = 64 * 2 ** 20

type Limits = {
  /** How long the bucket may take for a response, and for the next bytes of an object. */
  limitMs?: number
  partSize?: number
}

/** `spool`: the folder of temporary files, on a disk with room for the largest object. */
export function s3Store(
  { origin, bucket, prefix, region, ...keys }: S3Address,
  spool: string,
  { limitMs = timeoutMs, partSize = defaultPartSize }: Limits = {},
): BackupStore {
  // aws4fetch retries throttled requests and server errors, each with a growing delay.
  const client = new AwsClient({ ...keys, service: 's3', ...(region && { region }), retries: 4 })

  const ask: AskS3 = async (method, path, { body, headers, signal, limitMs: withinMs = limitMs } = {}) => {
    const answer = await client.fetch(`${origin}/${bucket}${path}`, {
      method,
      signal: signal ?? AbortSignal.timeout(withinMs + Math.ceil((body?.size ?? 0) / minBytesPerMs)),
      ...(body && { body }),
      ...(headers && { headers }),
    })
    if (answer.ok || answer.status === 404) return answer
    throw new Error(`S3 refuses ${method}: ${answer.status} ${/<Code>(\w+)</.exec(await answer.text())?.[1] ?? ''}`)
  }
  const objectPath = (name: string) => `/${prefix}${name}`

  return {
    async put(name, source) {
      const temporary = join(spool, randomUUID())
      try {
        await mkdir(spool, { recursive: true, mode: 0o700 })
        const stored = await writeHashed(temporary, source)
        const body = await openAsBlob(temporary)
        if (stored.size > partSize) {
          await putInParts(ask, objectPath(name), body, partSizeFor(stored.size, partSize))
          return stored
        }
        const headers = { 'x-amz-content-sha256': stored.sha256, 'content-type': 'application/octet-stream' }
        const answer = await ask('PUT', objectPath(name), { body, headers })
        await answer.body?.cancel()
        if (!answer.ok) throw new Error(`S3 has no bucket ${bucket}`)
        return stored
      } finally {
        // Without this, a source whose spool cannot be written would leak its file descriptors.
        source.destroy()
        await rm(temporary, { force: true })
      }
    },
    async get(name) {
      // The timeout does not cover the body: its duration depends on the consumer.
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(new DOMException('S3 does not answer', 'TimeoutError')), limitMs)
      const answer = await ask('GET', objectPath(name), { signal: waiting.signal }).finally(() => clearTimeout(timer))
      if (answer.ok && answer.body)
        return Readable.from(partsOf(answer.body as ReadableStream, limitMs), { objectMode: false })
      await answer.body?.cancel()
      return undefined
    },
    async list(below) {
      const found: StoredObject[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: prefix + below,
          ...(token && { 'continuation-token': token }),
        })
        const answer = await ask('GET', `?${query.toString()}`)
        // With an empty list every file would count as unreferenced.
        if (!answer.ok) throw new Error(`S3 has no bucket ${bucket}`)
        const page = readListing(await answer.text())
        found.push(...page.objects.map((object) => ({ ...object, name: object.name.slice(prefix.length) })))
        token = page.next
      }
      return found
    },
    async remove(name) {
      await (await ask('DELETE', objectPath(name))).body?.cancel()
    },
    async discardParts(below, before) {
      for (const name of await readdir(spool).catch(() => [])) await removeOlder(join(spool, name), before)
      // Some servers cannot list uploads, or require a separate right. Their buckets delete unfinished ones by a
      // lifecycle rule.
      await abortUnfinished(ask, { prefix: prefix + below, before }).catch(() => {})
    },
  }
}

/** Throws if the next part takes longer than `limitMs`. */
async function* partsOf(body: ReadableStream<Uint8Array>, limitMs: number) {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await withTimeout(limitMs, reader.read(), `S3 sent nothing for ${limitMs} ms`)
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Parses the response of ListObjectsV2. */
function readListing(xml: string): { objects: StoredObject[]; next: string | undefined } {
  const objects: StoredObject[] = []
  let next: string | undefined
  let object: Record<string, string> = {}
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    text = ''
    if (name === 'Contents') object = {}
  })
  parser.on('text', (part) => (text += part))
  parser.on('closetag', ({ name }) => {
    if (name === 'NextContinuationToken') next = text
    if (['Key', 'Size', 'LastModified'].includes(name)) object[name] = text
    if (name === 'Contents')
      objects.push({ name: object['Key']!, size: Number(object['Size']), storedAt: new Date(object['LastModified']!) })
  })
  parser.write(xml).close()
  return { objects, next }
}
