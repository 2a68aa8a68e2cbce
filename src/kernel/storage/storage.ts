// storage/v1: files in buckets. Metadata and ownership are rows in the database, the bytes are on disk or in S3.
import type { FastifyPluginAsync } from 'fastify'
import { statementLimits } from '../functions/function-limits.ts'
import { createRateLimit, rateLimitKey } from '../http/rate-limit.ts'
import type { Tokens } from '../jwt.ts'
import { type Connect, openPool } from '../postgres/connection.ts'
import { pruneBlobs } from './blobs/orphaned-blobs.ts'
import type { S3Address } from './blobs/s3-address.ts'
import { readBodies } from './bodies.ts'
import type { Storage } from './repository.ts'
import { StorageError, sendError } from './errors.ts'
import { openImages, rendersPerClient } from './images/images.ts'
import { createLinkTokens } from './links/link-tokens.ts'
import { bucketRoutes, missingRoutes, statusRoute } from './routes/bucket-routes.ts'
import { readingRoutes } from './routes/reading-routes.ts'
import { writingRoutes } from './routes/writing-routes.ts'
import type { Blobs } from './blobs/blobs.ts'
import { blobsOnDisk } from './blobs/disk.ts'
import { blobsOnS3 } from './blobs/s3.ts'

export { isPublicOfStorage } from './routes/path-params.ts'
export type { Storage }

export type StorageSettings = {
  /** The S3 bucket for the bytes; without it they are below `folder`. */
  s3?: S3Address
  /** Maximum object size in bytes for every bucket. Default: 50 MiB. */
  sizeLimit?: number
}

type Options = StorageSettings & {
  connect: Connect
  tokens: Pick<Tokens, 'secretFor'>
  folder: string
  log: Storage['log']
  trustsProxy?: boolean
}

const mebibyte = 1024 * 1024

/** Opens the dependencies of storage/v1. Throws StartupError when the blob store is unusable. */
export async function openStorage(options: Options): Promise<Storage> {
  const { connect, tokens, folder, s3, sizeLimit, log, trustsProxy = false } = options
  const [blobs, images] = [await openBlobs(folder, s3), await openImages(folder)]
  const pool = openPool(connect('supabase_storage_admin'), 5)
  const renders = createRateLimit(rendersPerClient)
  return {
    blobs,
    images,
    mayRender({ caller, clientIp }) {
      const client = rateLimitKey(clientIp, trustsProxy)
      // A public image is also served to a request with an invalid token, which has no caller.
      return client === undefined || caller?.claims.role === 'service_role' || renders.take(client)
    },
    pool,
    links: createLinkTokens(tokens.secretFor('links to files')),
    sizeLimit: sizeLimit ?? 50 * mebibyte,
    statementMs: statementLimits(pool),
    log,
  }
}

/** Mounts storage/v1. Closing it leaves `storage` open, for jobs that still run. */
export function storageRoutes(storage: Storage): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(sendError)
    app.setNotFoundHandler((request, reply) =>
      sendError(new StorageError('NoSuchRoute', 404, 'not_found', 'Route not found'), request, reply),
    )
    await readBodies(app)
    bucketRoutes(app, storage)
    readingRoutes(app, storage)
    writingRoutes(app, storage)
    missingRoutes(app)
    statusRoute(app)
  }
}

/** Removes orphaned blobs and unused cached images. Called periodically; resolves to the number of files. */
export const pruneStorage = async (storage: Storage) => (await pruneBlobs(storage)) + (await storage.images.prune())

/** Blobs in the bucket if one is configured, else in the folder. The folder also buffers uploads to the bucket. */
const openBlobs = (folder: string, s3: S3Address | undefined): Promise<Blobs> =>
  s3 ? blobsOnS3(s3, folder) : blobsOnDisk(folder)
