// storage/v1: files in buckets. Rows in the database say what is there and whose it is, the bytes lie on the disk or in a bucket of S3.
import type { FastifyPluginAsync } from 'fastify'
import { statementLimits } from '../functions/function-limits.ts'
import type { Tokens } from '../jwt.ts'
import { type Connect, openPool } from '../postgres/connection.ts'
import { pruneBlobs } from './blobs/loose-blobs.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import type { S3Address } from './blobs/s3-address.ts'
import { readBodies } from './bodies.ts'
import type { Storage } from './catalogue.ts'
import { StorageError, answerError } from './errors.ts'
import { openImages } from './images/images.ts'
import { createLinkTokens } from './links/link-tokens.ts'
import { bucketRoutes, missingRoutes } from './routes/bucket-routes.ts'
import { readingRoutes } from './routes/reading-routes.ts'
import { writingRoutes } from './routes/writing-routes.ts'

export { isPublicOfStorage } from './routes/places.ts'
export type { Storage }

export type StorageSettings = {
  /** Where the bytes lie; without it below `folder`. */
  s3?: S3Address
  /** Bytes that one object may have, whatever its bucket says; 50 MiB unless said otherwise. */
  sizeLimit?: number
}

type Options = StorageSettings & {
  connect: Connect
  tokens: Pick<Tokens, 'secretFor'>
  folder: string
  log: Storage['log']
}

const mebibyte = 1024 * 1024

/** What the surface stands on. Throws CannotStart when the bytes have no place. */
export async function openStorage({ connect, tokens, folder, s3, sizeLimit, log }: Options): Promise<Storage> {
  const [blobs, images] = [await openBlobs(folder, s3), await openImages(folder)]
  const pool = openPool(connect('supabase_storage_admin'), 5)
  return {
    blobs,
    images,
    pool,
    links: createLinkTokens(tokens.secretFor('links to files')),
    sizeLimit: sizeLimit ?? 50 * mebibyte,
    statementMs: statementLimits(pool),
    log,
  }
}

/** The surface of storage/v1. With it the connections of `storage` are closed. */
export function storageSurface(storage: Storage): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onClose', () => storage.pool.end())
    app.setErrorHandler(answerError)
    app.setNotFoundHandler((request, reply) =>
      answerError(new StorageError('NoSuchRoute', 404, 'not_found', 'Route not found'), request, reply),
    )
    await readBodies(app)
    bucketRoutes(app, storage)
    readingRoutes(app, storage)
    writingRoutes(app, storage)
    missingRoutes(app)
  }
}

/** Removes bytes that no object stands for, and pictures that nobody looks at. To be called now and then; resolves to how many files. */
export const pruneStorage = async (storage: Storage) => (await pruneBlobs(storage)) + (await storage.images.prune())
