// Path parameters of the storage routes: a bucket, and a key in it.
import type { FastifyRequest } from 'fastify'
import { unicodeNormalize } from '#lib/unicode-normalize.ts'
import type { ObjectPath } from '../repository.ts'
import { readKey } from '../keys.ts'
import { fromPath } from '../links/links.ts'

export type BucketParams = { Params: { bucket: string } }
export type ObjectParams = { Params: { bucket: string; '*': string } }

/** Routes without an api key: public buckets, the status, and signed URLs, whose token is the authorization. */
export const isPublicOfStorage = (path: string) =>
  /^\/(object|render\/image)\/(public|sign)\/|^\/object\/(upload\/sign|info\/public)\/|^\/status$/.test(path)

export const bucketOf = ({ params }: FastifyRequest<BucketParams>) => unicodeNormalize(params.bucket)

export const objectPathOf = ({ params }: FastifyRequest<ObjectParams>): ObjectPath => ({
  bucketId: unicodeNormalize(params.bucket),
  key: readKey(fromPath(params['*'])),
})
