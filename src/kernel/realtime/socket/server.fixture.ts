// A server of realtime/v1 with limits of the test's own, and sockets without the client's library: they can say anything.
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { expect } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { type ClientOptions, WebSocket } from 'ws'
import { testDatabase } from '../../../../test/database.ts'
import { testSurface, testTokens } from '../../../../test/surface.ts'
import type { Limits } from '../limits.ts'
import { realtimeSurface } from '../realtime.ts'

export type Received = {
  topic: string
  event: string
  payload: Record<string, unknown>
  ref: string | null
  join_ref: string | null
}

export async function openServer(limits: Partial<Limits> = {}, clientIpHeader?: string) {
  const db = await testDatabase()
  const tokens = await testTokens()
  const said: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      said.push(String(line))
      done()
    },
  })
  const { log } = fastify({ logger: { level: 'error', stream } })
  const surface = realtimeSurface({ connect: db.connect, tokens, log, limits, clientIpHeader })
  const { url } = await testSurface(tokens, '/realtime/v1', surface)

  /** Of protocol 1.0.0. */
  async function open(query = `apikey=${tokens.anonKey}`, options: ClientOptions = {}) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`, options)
    const received: Received[] = []
    socket.on('message', (data) => received.push(JSON.parse((data as Buffer).toString())))
    socket.on('error', () => {})
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await once(socket, 'open')
    let refs = 0
    const say = (topic: string, event: string, payload: unknown = {}) => {
      const ref = String(++refs)
      socket.send(JSON.stringify({ topic, event, payload, ref, join_ref: '1' }))
      return ref
    }
    return {
      socket,
      received,
      closed,
      say,
      /** Says it and waits for the reply. */
      ask: async (topic: string, event: string, payload: unknown = {}) => {
        const ref = say(topic, event, payload)
        return eventually(() => {
          const reply = received.find((frame) => frame.ref === ref && frame.event === 'phx_reply')
          expect(reply).toBeDefined()
          return reply!.payload as { status: string; response: Record<string, unknown> }
        })
      },
      heard: (event: string) => received.filter((frame) => frame.event === event),
    }
  }

  return { db, tokens, log, url, open, /** What the log holds of failures. */ said }
}
