// Routes that serve or describe a file: to authenticated callers, to the public, and by signed URL.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireCaller } from '../../http/gateway.ts'
import { parse } from '../bodies.ts'
import type { Storage } from '../repository.ts'
import { serve } from '../downloads/serve.ts'
import { serveImage } from '../images/serve-image.ts'
import { Transformation, fromText } from '../images/transformation.ts'
import { addressOf } from '../links/links.ts'
import { describe, findAnyObject, findObject, findPublicObject } from '../objects/find.ts'
import { type AtKey, placeOf } from './path-params.ts'

const method = ['GET', 'HEAD']

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

  for (const [ways, find, isPersonal] of [
    [['', '/authenticated'], seen, true],
    [['/public'], open, false],
  ] as const)
    for (const way of ways) {
      app.route<AtKey>({
        method,
        url: `/object${way}/:bucket/*`,
        handler: (request, reply) => serve(storage, { find: find(request), isPersonal }, request, reply),
      })
      app.get<AtKey>(`/object/info${way}/:bucket/*`, async (request) => describe(await find(request)()))
      if (way)
        app.route<AtKey>({
          method,
          url: `/render/image${way}/:bucket/*`,
          handler: (request, reply) =>
            serveImage(
              storage,
              { find: find(request), isPersonal, transformation: transformation(request) },
              request,
              reply,
            ),
        })
    }

  app.route<AtKey>({
    method,
    url: '/object/sign/:bucket/*',
    handler: async (request, reply) => {
      const { place, claims } = await signed(request)
      const serving = { find: () => findAnyObject(storage, place), expires: claims.exp }
      // A link to a transformed image does not open the original.
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
