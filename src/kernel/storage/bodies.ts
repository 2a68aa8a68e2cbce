// Request bodies: JSON is parsed by the route that needs it; files stay streams.
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalidRequest } from './errors.ts'

const mebibyte = 1024 * 1024

export async function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    limits: { files: 1, fields: 20, fieldSize: mebibyte, fileSize: Infinity },
    throwFileSizeLimit: false,
  })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** An empty body is read as an empty object. */
export async function readJson({ body }: FastifyRequest): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mebibyte) throw invalidRequest('The body is too large')
    chunks.push(chunk)
  }
  if (size === 0) return {}
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw invalidRequest('The body is not JSON')
  }
}

/** Validates a body or query by its schema; throws a StorageError for the first problem. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, what = 'body'): z.output<S> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  if (message.endsWith('received undefined') && path.length > 0)
    throw invalidRequest(
      `${[what, ...path.slice(0, -1)].join('/')} must have required property '${String(path.at(-1))}'`,
    )
  throw invalidRequest([what, ...path].join('/') + ` ${message}`)
}
