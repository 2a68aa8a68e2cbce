// Broadcasts over HTTP, for senders without a socket.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toRefusal } from '../http/to-refusal.ts'
import { requireCaller } from '../http/gateway.ts'
import { rateLimitKey, createRateLimit } from '../http/rate-limit.ts'
import type { ChannelContext } from './channel/channel-context.ts'
import { ChannelError } from './channel/join.ts'
import type { Rights } from './channel/rights.ts'
import { type Broadcast, isJson, isNestedDeeper } from './frames.ts'
import { saveMessage, parsePersist } from './message-history.ts'

const maxMessages = 1000
const maxNameLength = 255
/** Nesting limit: the payload is serialized again, which would overflow the stack. */
const maxPayloadDepth = 1000
const windowMs = 10_000

type Outgoing = { topic: string; isPrivate: boolean; broadcast: Broadcast; ttlSeconds?: number }
/** Validation errors by field, worded as upstream. */
type Errors = Record<string, unknown>

/** POST api/broadcast with a batch of messages, and api/broadcast/{topic}/events/{event} whose body is the payload of one. */
export function broadcastRoutes(app: FastifyInstance, context: ChannelContext) {
  const { limits } = context
  const bodyLimit = 2 * limits.payloadBytes
  const rate = createRateLimit({ burst: limits.messagesPerSecond * 10, refillMs: windowMs })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ChannelError)
      return reply.code(503).header('retry-after', '1').send({ message: error.message })
    const { status, message } = toRefusal(error, request)
    return reply.code(status).send({ message })
  })
  app.addHook('onRequest', async ({ tokenError }, reply) =>
    tokenError ? reply.code(401).send({ message: tokenError.message }) : undefined,
  )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post('/api/broadcast', { bodyLimit }, async (request, reply) => {
    const text = (request.body as Buffer | undefined)?.toString('utf8') ?? ''
    const read = readMessages(isJson(text) ? JSON.parse(text) : undefined)
    return 'errors' in read ? reply.code(422).send(read) : send(request, reply, read.messages)
  })

  app.post<{ Params: { topic: string; event: string }; Querystring: Record<string, string | undefined> }>(
    '/api/broadcast/:topic/events/:event',
    { bodyLimit },
    async (request, reply) => {
      const { topic, event } = request.params
      const body = (request.body as Buffer | undefined) ?? Buffer.from('{}')
      const isPrivate = request.query['private'] === 'true'
      const type = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase() ?? 'application/json'
      if (type !== 'application/octet-stream' && type !== 'application/json')
        return reply.code(415).send({ message: `Unsupported media type ${type}` })
      const isBytes = type === 'application/octet-stream'
      const broadcast = isBytes ? { event, bytes: body } : { event, json: body.toString('utf8') }
      const errors = {
        ...nameErrors(topic, event),
        ...(!isBytes && !isJson(body.toString('utf8')) && { payload: ['is invalid'] }),
      }
      const persist = persistOf(request.query)
      if (persist === null || (persist && !isPrivate)) Object.assign(errors, { persist: ['is invalid'] })
      if (Object.keys(errors).length > 0) return reply.code(422).send({ errors })
      return send(request, reply, [{ topic, isPrivate, broadcast, ...persist }])
    },
  )

  function readMessages(value: unknown): { messages: Outgoing[] } | { errors: Errors } {
    const messages = (value as { messages?: unknown } | null | undefined)?.messages
    if (messages === undefined) return { errors: { messages: ["can't be blank"] } }
    if (!Array.isArray(messages) || messages.length > maxMessages) return { errors: { messages: ['is invalid'] } }
    const messageErrorList = messages.map(messageErrors)
    if (messageErrorList.some((errors) => Object.keys(errors).length > 0))
      return { errors: { messages: messageErrorList } }
    type Message = { topic: string; event: string; payload: unknown; private?: boolean }
    return {
      messages: (messages as Message[]).map(({ topic, event, payload, private: isPrivate }) => ({
        topic,
        isPrivate: isPrivate ?? false,
        broadcast: { event, json: JSON.stringify(payload) },
      })),
    }
  }

  async function send(request: FastifyRequest, reply: FastifyReply, messages: Outgoing[]) {
    const { claims } = requireCaller(request)
    const client = rateLimitKey(request.clientIp, false)
    if (claims.role !== 'service_role' && client !== undefined && !messages.every(() => rate.take(client)))
      return reply.code(429).header('retry-after', '1').send({ message: 'You have exceeded your rate limit' })
    if (messages.some(({ broadcast }) => lengthOf(broadcast) > limits.payloadBytes))
      return reply.code(422).send({ errors: { payload: ['Payload size exceeds tenant limit'] } })
    const caller = { role: claims.role, claims: JSON.stringify(claims) }
    const rights = new Map<string, Rights>()
    for (const { topic, isPrivate, ttlSeconds } of messages) {
      if (!isPrivate) continue
      const may = rights.get(topic) ?? (await context.rightsOf(topic, caller))
      rights.set(topic, may)
      if (!may.broadcast.send) return reply.code(403).send({ message: `You may not send to ${topic}` })
      if (ttlSeconds && !may.persistence.send)
        return reply.code(403).send({ message: `You may not have messages kept in ${topic}` })
    }
    await Promise.all(
      messages.map(({ topic, isPrivate, broadcast }) =>
        context.bus.broadcast({ topic: `realtime:${topic}`, isPrivate }, broadcast),
      ),
    )
    for (const { topic, broadcast, ttlSeconds } of messages) {
      if (ttlSeconds && !(await saveMessage(context.pool, topic, broadcast, ttlSeconds)))
        return reply.code(422).send({ errors: { payload: ['cannot be stored'] } })
    }
    return reply.code(202).send()
  }
}

function messageErrors(value: unknown): Errors {
  if (typeof value !== 'object' || value === null) return { message: ['is invalid'] }
  const { topic, event, payload, private: isPrivate } = value as Record<string, unknown>
  return {
    ...nameErrors(topic, event),
    ...((payload === undefined || payload === null) && { payload: ["can't be blank"] }),
    ...(isNestedDeeper(payload, maxPayloadDepth) && { payload: ['is invalid'] }),
    ...(isPrivate !== undefined && isPrivate !== null && typeof isPrivate !== 'boolean' && { private: ['is invalid'] }),
  }
}

function nameErrors(topic: unknown, event: unknown): Errors {
  const errors: Errors = {}
  for (const [field, name] of Object.entries({ topic, event })) {
    if (name === undefined || name === null || name === '') errors[field] = ["can't be blank"]
    else if (typeof name !== 'string' || name.length > maxNameLength || name.includes('\0'))
      errors[field] = ['is invalid']
  }
  return errors
}

/** `persist=true`, or `persist[ttl]=60`. */
function persistOf(query: Record<string, string | undefined>) {
  const ttl = query['persist[ttl]']
  if (ttl !== undefined) return parsePersist({ ttl: Number(ttl) })
  return query['persist'] === 'true' ? parsePersist(true) : undefined
}

const lengthOf = (broadcast: Broadcast) =>
  'json' in broadcast ? Buffer.byteLength(broadcast.json) : broadcast.bytes.length
