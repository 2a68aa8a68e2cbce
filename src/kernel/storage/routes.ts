// Every address of storage/v1, and who may come in by it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { normalForm } from '#lib/normal-form.ts'
import { requireCaller } from '../http/gateway.ts'
import { parse, readJson } from './bodies.ts'
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets/buckets.ts'
import { type Place, type Storage, findBucket, ownerOf } from './catalogue.ts'
import { serve } from './downloads/serve.ts'
import { notOffered } from './errors.ts'
import { serveImage } from './images/serve-image.ts'
import { Transformation, fromText } from './images/transformation.ts'
import { readKey } from './keys.ts'
import { addressOf, fromPath, signMany, signOne, signUpload } from './links/links.ts'
import { describe, findAnyObject, findObject, findPublicObject } from './objects/find.ts'
import { listFolder } from './objects/list.ts'
import { listPage } from './objects/list-page.ts'
import { copyObject, moveObject } from './objects/move.ts'
import { removeObject, removeObjects } from './objects/remove.ts'
import { readUpload } from './uploads/upload-request.ts'
import { checkUpload, upload } from './uploads/upload.ts'

type Id = { Params: { id: string } }
type InBucket = { Params: { bucket: string } }
type AtKey = { Params: { bucket: string; '*': string } }

const method = ['GET', 'HEAD']

/** Addresses that need no key: public buckets, and signed addresses that carry their own right. */
export const isPublicOfStorage = (path: string) =>
  /^\/(object|render\/image)\/(public|sign)\/|^\/object\/(upload\/sign|info\/public)\//.test(path)

export function bucketRoutes(app: FastifyInstance, storage: Storage) {
  const idOf = (request: FastifyRequest<Id>) => normalForm(request.params.id)
  app.get('/bucket', (request) => listBuckets(storage, requireCaller(request), request.query))
  app.get<Id>('/bucket/:id', (request) => getBucket(storage, requireCaller(request), idOf(request)))
  app.post('/bucket', async (request) => createBucket(storage, requireCaller(request), await readJson(request)))
  app.put<Id>('/bucket/:id', async (request) =>
    updateBucket(storage, requireCaller(request), idOf(request), await readJson(request)),
  )
  app.post<Id>('/bucket/:id/empty', (request) => emptyBucket(storage, requireCaller(request), idOf(request)))
  app.delete<Id>('/bucket/:id', (request) => deleteBucket(storage, requireCaller(request), idOf(request)))
}

/** The original has more than we do: its clients get an answer that says so. */
export function missingRoutes(app: FastifyInstance) {
  const refuse = (feature: string) => (request: FastifyRequest) => {
    requireCaller(request)
    throw notOffered(feature)
  }
  for (const url of ['/upload/resumable', '/upload/resumable/*']) app.all(url, refuse('of resumable uploads'))
  app.all('/bucket/:id/lifecycle', refuse('of object versions'))
  app.delete('/cdn/*', refuse('of purging a cache in front of the server'))
}

export function readingRoutes(app: FastifyInstance, storage: Storage) {
  const seen = (request: FastifyRequest<AtKey>) => {
    const caller = requireCaller(request)
    const place = placeOf(request)
    return () => findObject(storage, caller, place)
  }
  const open = (request: FastifyRequest<AtKey>) => {
    const place = placeOf(request)
    return () => findPublicObject(storage, place)
  }
  const transformation = (request: FastifyRequest) => parse(Transformation, request.query, 'querystring')

  for (const [ways, find] of [
    [['', '/authenticated'], seen],
    [['/public'], open],
  ] as const)
    for (const way of ways) {
      app.route<AtKey>({
        method,
        url: `/object${way}/:bucket/*`,
        handler: (request, reply) => serve(storage, { find: find(request) }, request, reply),
      })
      app.get<AtKey>(`/object/info${way}/:bucket/*`, async (request) => describe(await find(request)()))
      if (way)
        app.route<AtKey>({
          method,
          url: `/render/image${way}/:bucket/*`,
          handler: (request, reply) =>
            serveImage(storage, { find: find(request), transformation: transformation(request) }, request, reply),
        })
    }

  app.route<AtKey>({
    method,
    url: '/object/sign/:bucket/*',
    handler: async (request, reply) => {
      const { place, claims } = await signed(request)
      const serving = { find: () => findAnyObject(storage, place), expires: claims.exp }
      // A link to a transformed picture is none to the picture itself.
      if (claims.transformations === undefined) return serve(storage, serving, request, reply)
      return serveImage(storage, { ...serving, transformation: asked(claims) }, request, reply)
    },
  })
  app.route<AtKey>({
    method,
    url: '/render/image/sign/:bucket/*',
    handler: async (request, reply) => {
      const { place, claims } = await signed(request)
      const serving = { find: () => findAnyObject(storage, place), expires: claims.exp, transformation: asked(claims) }
      return serveImage(storage, serving, request, reply)
    },
  })

  async function signed(request: FastifyRequest<AtKey>) {
    const place = placeOf(request)
    const { token } = request.query as { token?: unknown }
    return { place, claims: await storage.links.verify(token, 'download', addressOf(place)) }
  }
  const asked = (claims: { transformations?: string | undefined; format?: string | undefined }) =>
    fromText(claims.transformations ?? '', claims.format)
}

export function writingRoutes(app: FastifyInstance, storage: Storage) {
  app.post<AtKey>('/object/:bucket/*', (request) => receive(request, wantsUpsert(request)))
  app.put<AtKey>('/object/:bucket/*', (request) => receive(request, true))
  app.delete<InBucket>('/object/:bucket', async (request) =>
    removeObjects(storage, requireCaller(request), bucketOf(request), await readJson(request)),
  )
  app.delete<AtKey>('/object/:bucket/*', (request) => removeObject(storage, requireCaller(request), placeOf(request)))
  app.post<InBucket>('/object/list/:bucket', async (request) =>
    listFolder(storage, requireCaller(request), bucketOf(request), await readJson(request)),
  )
  app.post<InBucket>('/object/list-v2/:bucket', async (request) =>
    listPage(storage, requireCaller(request), bucketOf(request), await readJson(request)),
  )
  app.post('/object/move', async (request) => moveObject(storage, requireCaller(request), await readJson(request)))
  app.post('/object/copy', async (request) =>
    copyObject(storage, requireCaller(request), await readJson(request), wantsUpsert(request)),
  )
  app.post<AtKey>('/object/sign/:bucket/*', async (request) =>
    signOne(storage, requireCaller(request), placeOf(request), await readJson(request)),
  )
  app.post<InBucket>('/object/sign/:bucket', async (request) =>
    signMany(storage, requireCaller(request), bucketOf(request), await readJson(request)),
  )
  app.post<AtKey>('/object/upload/sign/:bucket/*', (request) =>
    signUpload(storage, requireCaller(request), placeOf(request), wantsUpsert(request)),
  )
  app.put<AtKey>('/object/upload/sign/:bucket/*', async (request) => {
    const place = placeOf(request)
    const { token } = request.query as { token?: unknown }
    const { owner, upsert } = await storage.links.verify(token, 'upload', addressOf(place))
    const file = await readUpload(request)
    const bucket = await findBucket(storage, place.bucketId)
    const target = { ...place, upsert, ownerId: owner ?? null }
    const { Key } = await upload(storage, bucket, target, file).finally(() => file.bytes.resume())
    return { Key }
  })

  async function receive(request: FastifyRequest<AtKey>, upsert: boolean) {
    const caller = requireCaller(request)
    const target = { ...placeOf(request), upsert, ownerId: ownerOf(caller).ownerId }
    const file = await readUpload(request)
    try {
      const bucket = await findBucket(storage, target.bucketId)
      await checkUpload(storage, caller, target, { ...file, size: file.announcedSize })
      return await upload(storage, bucket, target, file)
    } finally {
      // What is not read of a refused file would stand before the connection's next request.
      file.bytes.resume()
    }
  }
}

const wantsUpsert = ({ headers }: FastifyRequest) => headers['x-upsert'] === 'true'
const bucketOf = ({ params }: FastifyRequest<InBucket>) => normalForm(params.bucket)
const placeOf = ({ params }: FastifyRequest<AtKey>): Place => ({
  bucketId: normalForm(params.bucket),
  key: readKey(fromPath(params['*'])),
})
