// A realtime/v1 server with custom limits, and raw sockets that can send arbitrary frames.
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { expect } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { type ClientOptions, WebSocket } from 'ws'
import { testDatabase } from '../../../../test/database.ts'
import { testApi, testTokens } from '../../../../test/api-server.ts'
import type { Limits } from '../limits.ts'
import { realtimeRoutes } from '../realtime.ts'

export type ReceivedFrame = {
  topic: string
  event: string
  payload: Record<string, unknown>
  ref: string | null
  join_ref: string | null
}

export async function openServer(limits: Partial<Limits> = {}, clientIpHeader?: string) {
  const db = await testDatabase()
  const tokens = await testTokens()
  const errors: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      errors.push(String(line))
      done()
    },
  })
  const { log } = fastify({ logger: { level: 'error', stream } })
  const surface = realtimeRoutes({ connect: db.connect, tokens, log, limits, clientIpHeader })
  const { url } = await testApi(tokens, '/realtime/v1', surface)

  /** Speaks protocol 1.0.0. */
  async function open(query = `apikey=${tokens.anonKey}`, options: ClientOptions = {}) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`, options)
    const received: ReceivedFrame[] = []
    socket.on('message', (data) => received.push(JSON.parse((data as Buffer).toString())))
    socket.on('error', () => {})
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await once(socket, 'open')
    let refs = 0
    const push = (topic: string, event: string, payload: unknown = {}) => {
      const ref = String(++refs)
      socket.send(JSON.stringify({ topic, event, payload, ref, join_ref: '1' }))
      return ref
    }
    return {
      socket,
      received,
      closed,
      push,
      /** Sends a message and waits for its reply. */
      ask: async (topic: string, event: string, payload: unknown = {}) => {
        const ref = push(topic, event, payload)
        return eventually(() => {
          const reply = received.find((frame) => frame.ref === ref && frame.event === 'phx_reply')
          expect(reply).toBeDefined()
          return reply!.payload as { status: string; response: Record<string, unknown> }
        })
      },
      receivedOf: (event: string) => received.filter((frame) => frame.event === event),
    }
  }

  return { db, tokens, log, url, open, /** Error lines of the log. */ errors }
}
