import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unicodeNormalize } from '#lib/unicode-normalize.ts'
import { requireCaller } from '../../http/gateway.ts'
import { readJson } from '../bodies.ts'
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from '../buckets/buckets.ts'
import type { Storage } from '../repository.ts'
import { notImplemented } from '../errors.ts'

type Id = { Params: { id: string } }

export function bucketRoutes(app: FastifyInstance, storage: Storage) {
  const idOf = (request: FastifyRequest<Id>) => unicodeNormalize(request.params.id)
  app.get('/bucket', (request) => listBuckets(storage, requireCaller(request), request.query))
  app.get<Id>('/bucket/:id', (request) => getBucket(storage, requireCaller(request), idOf(request)))
  app.post('/bucket', async (request) => createBucket(storage, requireCaller(request), await readJson(request)))
  app.put<Id>('/bucket/:id', async (request) =>
    updateBucket(storage, requireCaller(request), idOf(request), await readJson(request)),
  )
  app.post<Id>('/bucket/:id/empty', (request) => emptyBucket(storage, requireCaller(request), idOf(request)))
  app.delete<Id>('/bucket/:id', (request) => deleteBucket(storage, requireCaller(request), idOf(request)))
}

/** Health check for monitors, which have no key. */
export function statusRoute(app: FastifyInstance) {
  app.get('/status', (_, reply) => reply.send())
}

/** Upstream routes that are not implemented: their clients get an explicit error. */
export function missingRoutes(app: FastifyInstance) {
  const refuse = (feature: string) => (request: FastifyRequest) => {
    requireCaller(request)
    throw notImplemented(feature)
  }
  for (const url of ['/upload/resumable', '/upload/resumable/*']) app.all(url, refuse('of resumable uploads'))
  app.all('/bucket/:id/lifecycle', refuse('of object versions'))
  app.delete('/cdn/*', refuse('of purging a cache in front of the server'))
}
