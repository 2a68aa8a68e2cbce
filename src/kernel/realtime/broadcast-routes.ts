// Broadcasts by HTTP, for senders without a socket.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireCaller } from '../http/gateway.ts'
import type { Ground } from './channel/channel.ts'
import { type Broadcast, isJson } from './frames.ts'
import { askPolicies } from './channel/join.ts'

const bodyLimit = 3_000_000

const Message = z.object({
  topic: z.string().min(1).max(255),
  event: z.string().min(1).max(255),
  payload: z.unknown(),
  private: z.boolean().default(false),
})
const Messages = z.object({ messages: z.array(Message).max(1000) })

/** POST api/broadcast with many messages, and api/broadcast/{topic}/events/{event} with one whose body is the payload. */
export function broadcastRoutes(app: FastifyInstance, ground: Ground) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post('/api/broadcast', { bodyLimit }, async (request, reply) => {
    const body = (request.body as Buffer | undefined)?.toString('utf8') ?? ''
    const parsed = Messages.safeParse(isJson(body) ? JSON.parse(body) : undefined)
    if (!parsed.success) return reply.code(422).send({ errors: z.flattenError(parsed.error).fieldErrors })
    const messages = parsed.data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
      topic,
      isPrivate,
      broadcast: { event, json: JSON.stringify(payload ?? {}) },
    }))
    return send(request, reply, messages)
  })

  app.post<{ Params: { topic: string; event: string }; Querystring: { private?: string } }>(
    '/api/broadcast/:topic/events/:event',
    { bodyLimit },
    async (request, reply) => {
      const { topic, event } = request.params
      const body = (request.body as Buffer | undefined) ?? Buffer.from('{}')
      const isBytes = request.headers['content-type'] === 'application/octet-stream'
      if (!isBytes && !isJson(body.toString('utf8')))
        return reply.code(422).send({ errors: { payload: ['is not JSON'] } })
      const broadcast = isBytes ? { event, bytes: body } : { event, json: body.toString('utf8') }
      return send(request, reply, [{ topic, isPrivate: request.query.private === 'true', broadcast }])
    },
  )

  type Outgoing = { topic: string; isPrivate: boolean; broadcast: Broadcast }
  async function send(request: FastifyRequest, reply: FastifyReply, messages: Outgoing[]) {
    if (request.tokenError) return reply.code(401).send({ message: request.tokenError.message })
    const { claims } = requireCaller(request)
    const reader = { role: claims.role, claims: JSON.stringify(claims) }
    const privateTopics = new Set(messages.flatMap(({ topic, isPrivate }) => (isPrivate ? [topic] : [])))
    for (const topic of privateTopics) {
      const { broadcast } = await askPolicies(ground.feed.pool, topic, reader)
      if (!broadcast.send) return reply.code(403).send({ message: `You may not send to ${topic}` })
    }
    for (const { topic, isPrivate, broadcast } of messages)
      ground.topics.broadcast({ topic: `realtime:${topic}`, isPrivate }, broadcast)
    return reply.code(202).send()
  }
}
