import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a local site on its own origin. `render` returns the content of a path. */
export async function servePages(render: (path: string) => { type: string; body: string | Buffer }) {
  const server = createServer((request, reply) => {
    const { type, body } = render(new URL(request.url!, 'http://site').pathname)
    reply.writeHead(200, { 'content-type': type }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
