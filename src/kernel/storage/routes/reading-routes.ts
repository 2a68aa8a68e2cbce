// Routes that serve or describe a file: to authenticated callers, to the public, and by signed URL.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireCaller } from '../../http/gateway.ts'
import { parse } from '../bodies.ts'
import type { Storage } from '../repository.ts'
import { serve } from '../downloads/serve.ts'
import { serveImage } from '../images/serve-image.ts'
import { Transformation, parseTransformation } from '../images/transformation.ts'
import { addressOf } from '../links/links.ts'
import { describe, findAnyObject, findObject, findPublicObject } from '../objects/find.ts'
import { type ObjectParams, objectPathOf } from './path-params.ts'

const method = ['GET', 'HEAD']

export function readingRoutes(app: FastifyInstance, storage: Storage) {
  const seen = (request: FastifyRequest<ObjectParams>) => {
    const caller = requireCaller(request)
    const object = objectPathOf(request)
    return () => findObject(storage, caller, object)
  }
  const open = (request: FastifyRequest<ObjectParams>) => {
    const object = objectPathOf(request)
    return () => findPublicObject(storage, object)
  }
  const transformation = (request: FastifyRequest) => parse(Transformation, request.query, 'querystring')

  for (const [ways, find, isPersonal] of [
    [['', '/authenticated'], seen, true],
    [['/public'], open, false],
  ] as const)
    for (const way of ways) {
      app.route<ObjectParams>({
        method,
        url: `/object${way}/:bucket/*`,
        handler: (request, reply) => serve(storage, { find: find(request), isPersonal }, request, reply),
      })
      app.route<ObjectParams>({
        method,
        url: `/object/info${way}/:bucket/*`,
        // HEAD returns the metadata as headers.
        handler: async (request, reply) =>
          request.method === 'HEAD'
            ? serve(storage, { find: find(request), isPersonal }, request, reply)
            : describe(await find(request)()),
      })
      if (way)
        app.route<ObjectParams>({
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

  app.route<ObjectParams>({
    method,
    url: '/object/sign/:bucket/*',
    handler: async (request, reply) => {
      const { object, claims } = await signed(request)
      const serving = { find: () => findAnyObject(storage, object), expires: claims.exp }
      // A link to a transformed image does not open the original.
      if (claims.transformations === undefined) return serve(storage, serving, request, reply)
      return serveImage(storage, { ...serving, transformation: signToken(claims) }, request, reply)
    },
  })
  app.route<ObjectParams>({
    method,
    url: '/render/image/sign/:bucket/*',
    handler: async (request, reply) => {
      const { object, claims } = await signed(request)
      const serving = {
        find: () => findAnyObject(storage, object),
        expires: claims.exp,
        transformation: signToken(claims),
      }
      return serveImage(storage, serving, request, reply)
    },
  })

  async function signed(request: FastifyRequest<ObjectParams>) {
    const object = objectPathOf(request)
    const { token } = request.query as { token?: unknown }
    return { object, claims: await storage.links.verify(token, 'download', addressOf(object)) }
  }
  const signToken = (claims: { transformations?: string | undefined; format?: string | undefined }) =>
    parseTransformation(claims.transformations ?? '', claims.format)
}
