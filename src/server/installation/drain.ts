// The orderly end of HTTP: no new connections, requests in flight finish, then the process may end.
import type { FastifyInstance } from 'fastify'

const limitMs = 5000
const idleCheckMs = 50

/**
 * Refuses new connections and resolves when the last request is answered. A later request on an open connection is
 * answered, too, and asks the client to close it. After five seconds the remaining connections are cut.
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
