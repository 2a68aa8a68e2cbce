// In-process requests of the link check, which are excluded from statistics.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

const agent = 'link-check bot/1'

/** Sends a request in-process, without `accept: text/html`, so that misses are not logged as missing pages. */
export const requestAsLinkCheck = (app: FastifyInstance, url: string) =>
  app.inject({ url, headers: { 'user-agent': agent } })

export const isLinkCheck = (headers: IncomingHttpHeaders) => headers['user-agent'] === agent
