// Graceful shutdown of HTTP: no new connections, requests in flight finish, then the process may exit.
import type { FastifyInstance } from 'fastify'

const limitMs = 5000
const idleCheckMs = 50

/**
 * Refuses new connections and resolves when the last request has finished. Later requests on open connections get a
 * response with `Connection: close`. After five seconds the remaining connections are destroyed.
 */
export async function drain(app: FastifyInstance) {
  // A connection whose request was in flight becomes idle only later.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs)
  const late = setTimeout(() => app.server.closeAllConnections(), limitMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(late)
  }
}
