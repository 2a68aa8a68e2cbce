// realtime/v1: the upgrade to a web socket, the HTTP way to broadcast, and the end of both.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { clientIpOf } from '../http/gateway.ts'
import { readCredentials } from '../http/keys.ts'
import { countedClient } from '../http/rate-limit.ts'
import type { Tokens } from '../jwt.ts'
import type { Connect } from '../postgres/connection.ts'
import { broadcastRoutes } from './broadcast-routes.ts'
import type { Ground } from './channel/channel.ts'
import { createFeed } from './changes/feed.ts'
import { ChannelError, admit } from './channel/join.ts'
import { type Limits, defaultLimits } from './limits.ts'
import { serveSocket } from './socket/socket.ts'
import { createTopics } from './topics.ts'

type Options = {
  connect: Connect
  tokens: Tokens
  log: FastifyBaseLogger
  limits?: Partial<Limits>
  /** The header in which a proxy of ours writes the client's address. */
  clientIpHeader?: string | undefined
}

// Clients come back by themselves after this code.
const serviceRestart = 1012
const drainMs = 1000

/**
 * The surface of realtime/v1. It takes only upgrades of its own address; every other upgrade is left to others on the same server.
 * Closing the app tells every client to come back later and ends the change feed.
 */
export function realtimeSurface({ connect, tokens, log, limits, clientIpHeader }: Options): FastifyPluginAsync {
  return async (app) => {
    const ground: Ground = {
      tokens,
      log,
      feed: createFeed(connect, log),
      topics: createTopics(),
      limits: { ...defaultLimits, ...limits },
    }
    const server = new WebSocketServer({
      noServer: true,
      maxPayload: ground.limits.frameBytes,
      perMessageDeflate: false,
    })
    const socketsOf = new Map<string, number>()
    const path = `${app.prefix}/websocket`
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Before anything else: from here on nobody but us listens to this socket, and an error that nobody hears ends the process.
      socket.on('error', () => socket.destroy())
      const url = addressOf(request)
      if (url?.pathname === path) void open(request, url, socket, head)
      else if (app.server.listenerCount('upgrade') === 1) refuse(socket, url ? 404 : 400, 'Not found')
    }

    async function open(request: IncomingMessage, url: URL, socket: Duplex, head: Buffer) {
      const { apikey } = readCredentials(request.headers, Object.fromEntries(url.searchParams))
      const version = url.searchParams.get('vsn') ?? '1.0.0'
      if (version !== '1.0.0' && version !== '2.0.0') return refuse(socket, 400, `Unsupported vsn ${version}`)
      if (!apikey) return refuse(socket, 401, 'API key is missing')
      if (server.clients.size >= ground.limits.sockets) return refuse(socket, 429, 'Too many connected users')
      const ip = clientIpOf({ headers: request.headers, ip: request.socket.remoteAddress ?? '' }, clientIpHeader)
      const client = countedClient(ip, clientIpHeader !== undefined)
      if (client !== undefined && (socketsOf.get(client) ?? 0) >= ground.limits.socketsPerClient)
        return refuse(socket, 429, 'Too many connections from one address')
      try {
        await admit(tokens, apikey)
      } catch (error) {
        if (error instanceof ChannelError) return refuse(socket, 401, error.message.replace(/^\w+: /, ''))
        log.error({ err: error }, 'a socket could not be admitted')
        return refuse(socket, 500, 'Something went wrong here')
      }
      return server.handleUpgrade(request, socket, head, (ws) => {
        if (client !== undefined) count(client, ws)
        serveSocket(ws, ground, { version, apikey })
      })
    }

    function count(client: string, ws: WebSocket) {
      socketsOf.set(client, (socketsOf.get(client) ?? 0) + 1)
      ws.once('close', () => {
        const left = socketsOf.get(client)! - 1
        if (left > 0) socketsOf.set(client, left)
        else socketsOf.delete(client)
      })
    }

    app.server.on('upgrade', upgrade)
    app.addHook('preClose', async () => {
      app.server.off('upgrade', upgrade)
      for (const client of server.clients) client.close(serviceRestart, 'Service restart')
      const gone = Promise.all(
        [...server.clients].map((client) => new Promise((resolve) => client.once('close', resolve))),
      )
      const clock = setTimeout(() => server.clients.forEach((client) => client.terminate()), drainMs)
      await gone.finally(() => clearTimeout(clock))
    })
    app.addHook('onClose', () => ground.feed.stop())
    broadcastRoutes(app, ground)
  }
}

/** Undefined for an address that is none, such as `//`. */
function addressOf({ url = '/' }: IncomingMessage) {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : undefined
}

function refuse(socket: Duplex, status: number, error: string) {
  const body = JSON.stringify({ error })
  const head = [
    `HTTP/1.1 ${status} ${status === 401 ? 'Unauthorized' : 'Refused'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
