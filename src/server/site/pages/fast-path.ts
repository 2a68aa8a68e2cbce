// A kept page for a visitor who asks for nothing special: past the framework, which would cost as much again as sending it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Answers, and says so; false: this is for the framework. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** Asks `answer` first, from when the app listens until it closes. What it throws is logged and left to the framework. */
export function mountFastPath(app: FastifyInstance, answer: FastPath, log: Pick<FastifyBaseLogger, 'error'>) {
  let isOpen = true
  app.addHook('preClose', async () => void (isOpen = false))
  app.addHook('onListen', async () => {
    const server: Server = app.server
    const framework = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      if (isOpen && tried(request, response)) return
      for (const listener of framework) listener.call(server, request, response)
    })
  })

  function tried(request: IncomingMessage, response: ServerResponse) {
    try {
      return answer(request, response)
    } catch (error) {
      log.error({ err: error }, 'a kept page could not be sent')
      return response.headersSent
    }
  }
}
