import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver, { type Handler } from '@20minutes/s3rver'
import { afterAll } from 'vitest'

/** The only credentials that the fake S3 server accepts. Every signature is verified. */
const login = 'S3RVER'

/** The failure injected for a request, which is given as method and path. */
type Fate = (request: string) => 'refused' | 'cut' | undefined

/**
 * Starts an S3 server with one bucket, for this test file. `blobs` counts the files below `objects/`, `uploads` the unfinished multipart
 * uploads. `interfere` decides about each later request.
 */
export async function testS3() {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const configureBuckets = [{ name: 'our-files' }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const uploads = join(directory, 'our-files', '._S3rver_uploads')
  let fate: Fate = () => undefined
  server.middleware.unshift((context, next) => answer(context, next, fate), unfinishedUploads(uploads))
  const { port } = await server.run()
  afterAll(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })
  const address = {
    origin: `http://127.0.0.1:${port}`,
    bucket: 'our-files',
    prefix: 'tests/',
    region: 'us-east-1',
    accessKeyId: login,
    secretAccessKey: login,
  }
  const stored = join(directory, 'our-files', 'tests', 'objects')
  return {
    address,
    blobs: () => countFiles(stored, (name) => name.endsWith('._S3rver_object')),
    uploads: () => namesIn(uploads).length,
    interfere: (by: Fate) => void (fate = by),
  }
}

const answer = async (context: Parameters<Handler>[0], next: () => Promise<void>, fate: Fate) => {
  const decided = fate(`${context.method} ${context.url}`)
  if (decided === undefined) await next()
  else {
    if (decided === 'cut') context.req.socket.destroy()
    context.status = 403
    context.body = '<Error><Code>AccessDenied</Code></Error>'
  }
}

/** Lists and aborts multipart uploads, which the server itself refuses after it has verified the signature. */
const unfinishedUploads =
  (folder: string): Handler =>
  async (context, next) => {
    try {
      await next()
    } catch (error) {
      const { method, query, state } = context
      const isList = method === 'GET' && query['uploads'] !== undefined
      const id = method === 'DELETE' ? query['uploadId'] : undefined
      if (!state.account || (!isList && id === undefined)) throw error
      if (id !== undefined) {
        context.status = existsSync(join(folder, id)) ? 204 : 404
        rmSync(join(folder, id), { recursive: true, force: true })
        return
      }
      const entries = namesIn(folder).map((name) => {
        const key = join(folder, name, 'key')
        return `<Upload><Key>${readFileSync(key, 'utf8')}</Key><UploadId>${name}</UploadId><Initiated>${statSync(key).mtime.toISOString()}</Initiated></Upload>`
      })
      context.status = 200
      context.body = `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`
    }
  }

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

/** The number of files below a folder; 0 if it does not exist. */
export function countFiles(folder: string, isCounted: (name: string) => boolean = () => true): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && isCounted(entry.name),
    ).length
  } catch {
    return 0
  }
}
