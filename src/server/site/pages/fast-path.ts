// Fast path for cached pages: skips Fastify, which costs as much as sending the page.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Returns true if it sent the response; false passes the request to Fastify. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** Tries `answer` before Fastify while the app listens. Errors are logged, and the request goes to Fastify. */
export function mountFastPath(app: FastifyInstance, answer: FastPath, log: Pick<FastifyBaseLogger, 'error'>) {
  let isOpen = true
  app.addHook('preClose', async () => void (isOpen = false))
  app.addHook('onListen', async () => {
    const server: Server = app.server
    const framework = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      if (isOpen && tryAnswer(request, response)) return
      for (const listener of framework) listener.call(server, request, response)
    })
  })

  function tryAnswer(request: IncomingMessage, response: ServerResponse) {
    try {
      return answer(request, response)
    } catch (error) {
      log.error({ err: error }, 'the fast path failed')
      return response.headersSent
    }
  }
}
