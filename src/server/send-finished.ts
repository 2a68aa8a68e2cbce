// Hands out bytes that are ready: the right encoding, 304 where the visitor has them already.
import type { FastifyReply, FastifyRequest } from 'fastify'

type Finished = { plain: Buffer; br?: Buffer | undefined; etag: string }

/** Sends the compressed bytes to whoever takes brotli and the plain ones to whoever does not. Headers of the kind must be set before. */
export function sendFinished(request: FastifyRequest, reply: FastifyReply, { plain, br, etag }: Finished) {
  reply.header('etag', etag).header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && hasIt(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (!br || !takesBrotli(request.headers['accept-encoding'])) return reply.send(plain)
  return reply.header('content-encoding', 'br').send(br)
}

const takesBrotli = (accepted: string | undefined) =>
  !!accepted && /(^|[\s,])br(?!\s*;\s*q=0(\.0*)?(\s*(,|$)))/.test(accepted)

const weakly = (tag: string) => tag.trim().replace(/^W\//, '')

const hasIt = (noneMatch: string | undefined, etag: string) =>
  noneMatch !== undefined && noneMatch.split(',').some((tag) => tag.trim() === '*' || weakly(tag) === weakly(etag))
