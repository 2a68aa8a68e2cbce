// Round-robin load balancer for requests and WebSockets. It exposes bugs from state that only one process has.
import { once } from 'node:events'
import { type IncomingMessage, createServer, request as ask } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'

export async function startBalancer() {
  const nodes: URL[] = []
  let turn = 0
  const next = () => nodes[turn++ % nodes.length]!

  const server = createServer((incoming, response) => {
    const { hostname, port } = next()
    const { method, url, headers } = incoming
    const outgoing = ask({ hostname, port, method, path: url, headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.rawHeaders)
      reply.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    // A disconnected client aborts its request. The rest of an answered request is drained, so that the next one can be parsed.
    response.on('close', () => {
      outgoing.destroy()
      incoming.unpipe(outgoing).resume()
    })
    incoming.pipe(outgoing)
  })
  server.on('upgrade', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const { hostname, port } = next()
    const node = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.map((text, i) => (i % 2 ? `${text}\r\n` : `${text}: `))
      node.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
      node.write(head)
      client.pipe(node).pipe(client)
    })
    for (const [end, other] of [
      [client, node],
      [node, client],
    ] as const) {
      end.on('error', () => other.destroy())
      end.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inFrontOf: (...urls: string[]) => void nodes.push(...urls.map((url) => new URL(url))),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
