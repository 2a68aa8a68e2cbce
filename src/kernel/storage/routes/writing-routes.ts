// Routes for uploads, removals, moves, listings and signed URLs.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireCaller } from '../../http/gateway.ts'
import { readJson } from '../bodies.ts'
import { type Storage, findBucket, ownerOf } from '../repository.ts'
import { addressOf, ifLinkMay, signMany, signOne, signUpload } from '../links/links.ts'
import { listFolder } from '../objects/list.ts'
import { listPage } from '../objects/list-page.ts'
import { copyObject, moveObject } from '../objects/move.ts'
import { removeObject, removeObjects } from '../objects/remove.ts'
import { readUpload } from '../uploads/upload-request.ts'
import { checkUpload, ifCallerMay, upload } from '../uploads/upload.ts'
import { type AtKey, type InBucket, bucketOf, placeOf } from './path-params.ts'

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
    const claims = await storage.links.verify(token, 'upload', addressOf(place))
    const file = await readUpload(request)
    const bucket = await findBucket(storage, place.bucketId)
    const { owner, upsert } = claims
    const target = { ...place, upsert, ownerId: owner ?? null, mayReplace: ifLinkMay(claims) }
    const { Key } = await upload(storage, bucket, target, file).finally(() => file.bytes.resume())
    return { Key }
  })

  async function receive(request: FastifyRequest<AtKey>, upsert: boolean) {
    const caller = requireCaller(request)
    const { ownerId } = ownerOf(caller)
    const target = { ...placeOf(request), upsert, ownerId, mayReplace: ifCallerMay(caller) }
    const file = await readUpload(request)
    try {
      const bucket = await findBucket(storage, target.bucketId)
      await checkUpload(storage, caller, target, { ...file, size: file.announcedSize })
      return await upload(storage, bucket, target, file)
    } finally {
      // Drained: unread bytes of a refused upload would be parsed as the next request on the connection.
      file.bytes.resume()
    }
  }
}

const wantsUpsert = ({ headers }: FastifyRequest) => headers['x-upsert'] === 'true'
