// Path parameters of the storage routes: a bucket, and a key in it.
import type { FastifyRequest } from 'fastify'
import { normalForm } from '#lib/unicode-normalize.ts'
import type { Place } from '../repository.ts'
import { readKey } from '../keys.ts'
import { fromPath } from '../links/links.ts'

export type InBucket = { Params: { bucket: string } }
export type AtKey = { Params: { bucket: string; '*': string } }

/** Routes without an api key: public buckets, and signed URLs, whose token is the authorization. */
export const isPublicOfStorage = (path: string) =>
  /^\/(object|render\/image)\/(public|sign)\/|^\/object\/(upload\/sign|info\/public)\//.test(path)

export const bucketOf = ({ params }: FastifyRequest<InBucket>) => normalForm(params.bucket)

export const placeOf = ({ params }: FastifyRequest<AtKey>): Place => ({
  bucketId: normalForm(params.bucket),
  key: readKey(fromPath(params['*'])),
})
