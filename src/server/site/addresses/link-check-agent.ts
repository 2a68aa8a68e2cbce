// Requests of the server to itself, which check links: they are in no statistics.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

const agent = 'link-check bot/1'

/** Asks in-process, without `accept: text/html`, so that misses are not logged as missing pages. */
export const askAsLinkCheck = (app: FastifyInstance, url: string) =>
  app.inject({ url, headers: { 'user-agent': agent } })

export const isLinkCheck = (headers: IncomingHttpHeaders) => headers['user-agent'] === agent
