// storage/v1: every address of it.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { normalForm } from '#lib/normal-form.ts'
import { requireCaller } from '../http/gateway.ts'
import { type Connect, openPool } from '../postgres/connection.ts'
import { blobsOnDisk } from './blobs.ts'
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts'
import type { Storage } from './catalogue.ts'
import { StorageError, answerError, invalidRequest } from './errors.ts'
import { readKey } from './keys.ts'
import { describe, findObject, findPublicObject, listFolder, removeObject, removeObjects } from './objects.ts'
import { serve } from './serve.ts'
import { upload } from './upload.ts'
import { readUpload } from './upload-request.ts'

type Options = { connect: Connect; folder: string; sizeLimit?: number }

const mebibyte = 1024 * 1024

/** Addresses that need no key: what lies in public buckets. */
export const isPublicOfStorage = (path: string) => /^\/(object|render\/image)\/(public|sign)\//.test(path)

/** The surface of storage/v1, with its blobs in `folder`. `sizeLimit` in bytes, 50 MiB unless said otherwise. */
export function storageSurface({ connect, folder, sizeLimit = 50 * mebibyte }: Options): FastifyPluginAsync {
  return async (app) => {
    const pool = openPool(connect('supabase_storage_admin'), 5)
    app.addHook('onClose', () => pool.end())
    const storage: Storage = { pool, sizeLimit, blobs: await blobsOnDisk(folder) }
    app.setErrorHandler(answerError)
    app.setNotFoundHandler((request, reply) =>
      answerError(new StorageError('NoSuchRoute', 404, 'not_found', 'Route not found'), request, reply),
    )
    await readBodies(app)
    bucketRoutes(app, storage)
    objectRoutes(app, storage)
  }
}

/** JSON is parsed where a route wants it; files stay the stream they are. */
async function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    limits: { files: 1, fields: 20, fieldSize: mebibyte, fileSize: Infinity },
    throwFileSizeLimit: false,
  })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

async function readJson({ body }: FastifyRequest): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mebibyte) throw invalidRequest('The body is too large')
    chunks.push(chunk)
  }
  if (size === 0) return {}
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw invalidRequest('The body is not JSON')
  }
}

type Id = { Params: { id: string } }
type InBucket = { Params: { bucket: string } }
type AtKey = { Params: { bucket: string; '*': string } }

function bucketRoutes(app: FastifyInstance, storage: Storage) {
  app.get('/bucket', (request) => listBuckets(storage, requireCaller(request), request.query))
  app.get<Id>('/bucket/:id', (request) => getBucket(storage, requireCaller(request), request.params.id))
  app.post('/bucket', async (request) => createBucket(storage, requireCaller(request), await readJson(request)))
  app.put<Id>('/bucket/:id', async (request) =>
    updateBucket(storage, requireCaller(request), request.params.id, await readJson(request)),
  )
  app.post<Id>('/bucket/:id/empty', (request) => emptyBucket(storage, requireCaller(request), request.params.id))
  app.delete<Id>('/bucket/:id', (request) => deleteBucket(storage, requireCaller(request), request.params.id))
}

function objectRoutes(app: FastifyInstance, storage: Storage) {
  const seen = (request: FastifyRequest<AtKey>) => findObject(storage, requireCaller(request), ...place(request))
  const open = (request: FastifyRequest<AtKey>) => findPublicObject(storage, ...place(request))
  const method = ['GET', 'HEAD']

  for (const url of ['/object/:bucket/*', '/object/authenticated/:bucket/*'])
    app.route<AtKey>({
      method,
      url,
      handler: async (request, reply) => serve(storage, await seen(request), request, reply),
    })
  app.route<AtKey>({
    method,
    url: '/object/public/:bucket/*',
    handler: async (request, reply) => serve(storage, await open(request), request, reply),
  })
  for (const url of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*'])
    app.get<AtKey>(url, async (request) => describe(await seen(request)))
  app.get<AtKey>('/object/info/public/:bucket/*', async (request) => describe(await open(request)))

  app.post<AtKey>('/object/:bucket/*', (request) => receive(request, request.headers['x-upsert'] === 'true'))
  app.put<AtKey>('/object/:bucket/*', (request) => receive(request, true))
  app.post<InBucket>('/object/list/:bucket', async (request) =>
    listFolder(storage, requireCaller(request), request.params.bucket, await readJson(request)),
  )
  app.delete<InBucket>('/object/:bucket', async (request) =>
    removeObjects(storage, requireCaller(request), request.params.bucket, await readJson(request)),
  )
  app.delete<AtKey>('/object/:bucket/*', (request) => removeObject(storage, requireCaller(request), ...place(request)))

  async function receive(request: FastifyRequest<AtKey>, upsert: boolean) {
    const caller = requireCaller(request)
    const [bucketId, key] = place(request)
    const file = await readUpload(request)
    // What is not read of a refused file would stand before the connection's next request.
    return upload(storage, caller, { bucketId, key, upsert, ...file }).finally(() => file.bytes.resume())
  }
}

const place = ({ params }: FastifyRequest<AtKey>): [bucketId: string, key: string] => [
  normalForm(params.bucket),
  readKey(params['*']),
]
