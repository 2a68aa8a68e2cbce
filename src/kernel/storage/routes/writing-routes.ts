// Routes for uploads, removals, moves, listings and signed URLs.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowSlowArrival } from '../../http/arrival-limit.ts'
import { requireCaller } from '../../http/gateway.ts'
import { readJson } from '../bodies.ts'
import { type Storage, findBucket, ownerOf } from '../repository.ts'
import { addressOf, ifLinkAllows, signMany, signOne, signUpload } from '../links/links.ts'
import { listFolder } from '../objects/list.ts'
import { listPage } from '../objects/list-page.ts'
import { copyObject, moveObject } from '../objects/move.ts'
import { removeObject, removeObjects } from '../objects/remove.ts'
import { metadataHeader, readUpload } from '../uploads/upload-request.ts'
import { checkUpload, ifCallerAllowed, upload } from '../uploads/upload.ts'
import { type ObjectParams, type BucketParams, bucketOf, objectPathOf } from './path-params.ts'

export function writingRoutes(app: FastifyInstance, storage: Storage) {
  app.post<ObjectParams>('/object/:bucket/*', (request) => receive(request, wantsUpsert(request)))
  app.put<ObjectParams>('/object/:bucket/*', (request) => receive(request, true))
  app.delete<BucketParams>('/object/:bucket', async (request) =>
    removeObjects(storage, requireCaller(request), bucketOf(request), await readJson(request)),
  )
  app.delete<ObjectParams>('/object/:bucket/*', (request) =>
    removeObject(storage, requireCaller(request), objectPathOf(request)),
  )
  app.post<BucketParams>('/object/list/:bucket', async (request) =>
    listFolder(storage, requireCaller(request), bucketOf(request), await readJson(request)),
  )
  app.post<BucketParams>('/object/list-v2/:bucket', async (request) =>
    listPage(storage, requireCaller(request), bucketOf(request), await readJson(request)),
  )
  app.post('/object/move', async (request) => moveObject(storage, requireCaller(request), await readJson(request)))
  app.post('/object/copy', async (request) =>
    copyObject(storage, requireCaller(request), await readJson(request), {
      upsert: wantsUpsert(request),
      metadata: metadataHeader(request),
    }),
  )
  app.post<ObjectParams>('/object/sign/:bucket/*', async (request) =>
    signOne(storage, requireCaller(request), objectPathOf(request), await readJson(request)),
  )
  app.post<BucketParams>('/object/sign/:bucket', async (request) =>
    signMany(storage, requireCaller(request), bucketOf(request), await readJson(request)),
  )
  app.post<ObjectParams>('/object/upload/sign/:bucket/*', (request) =>
    signUpload(storage, requireCaller(request), objectPathOf(request), wantsUpsert(request)),
  )
  app.put<ObjectParams>('/object/upload/sign/:bucket/*', async (request) => {
    const object = objectPathOf(request)
    const { token } = request.query as { token?: unknown }
    const claims = await storage.links.verify(token, 'upload', addressOf(object))
    const file = await readUpload(request)
    const bucket = await findBucket(storage, object.bucketId)
    const { owner, upsert } = claims
    const target = { ...object, upsert, ownerId: owner ?? null, mayReplace: ifLinkAllows(claims) }
    allowSlowArrival(request)
    const { Key } = await upload(storage, bucket, target, file).finally(() => file.bytes.resume())
    return { Key }
  })

  async function receive(request: FastifyRequest<ObjectParams>, upsert: boolean) {
    const caller = requireCaller(request)
    const { ownerId } = ownerOf(caller)
    const target = { ...objectPathOf(request), upsert, ownerId, mayReplace: ifCallerAllowed(caller) }
    const file = await readUpload(request)
    try {
      const bucket = await findBucket(storage, target.bucketId)
      await checkUpload(storage, caller, target, { ...file, size: file.announcedSize })
      allowSlowArrival(request)
      return await upload(storage, bucket, target, file)
    } finally {
      // Drained: unread bytes of a refused upload would be parsed as the next request on the connection.
      file.bytes.resume()
    }
  }
}

const wantsUpsert = ({ headers }: FastifyRequest) => headers['x-upsert'] === 'true'
