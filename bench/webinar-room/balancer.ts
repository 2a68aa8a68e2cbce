// One address for all nodes, like a load balancer: a connection is forwarded to the live node with the fewest connections.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `addressHeader`: adds a random client address to the first request of each connection, because rate limits are per address. */
export async function openBalancer(ports: readonly number[], addressHeader?: string) {
  const open = new Map(ports.map((port) => [port, new Set<Socket>()]))

  function forward(client: Socket, untried: readonly number[]) {
    const [port, ...others] = untried.toSorted((one, other) => open.get(one)!.size - open.get(other)!.size)
    if (port === undefined) return void client.destroy()
    const node = connect(port, '127.0.0.1')
    let isJoined = false
    node.on('error', () => {})
    node.once('connect', () => {
      isJoined = true
      open.get(port)!.add(node)
      client.once('close', () => node.destroy())
      node.pipe(client)
      if (addressHeader === undefined) return void client.pipe(node)
      client.once('data', (first: Buffer) => {
        node.write(withHeader(first, `${addressHeader}: 198.18.${randomInt(256)}.${randomInt(256)}`))
        client.pipe(node)
      })
      client.resume()
    })
    node.once('close', () => {
      open.get(port)!.delete(node)
      if (isJoined) client.destroy()
      else forward(client, others)
    })
  }

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
    client.on('error', () => {})
    forward(client, ports)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const nodes of open.values()) for (const node of nodes) node.destroy()
      server.close()
    },
  }
}

/** Inserts the header after the request line, so that a header sent by the client comes later and takes precedence. */
function withHeader(first: Buffer, header: string): Buffer {
  const end = first.indexOf('\r\n') + 2
  return Buffer.concat([first.subarray(0, end), Buffer.from(`${header}\r\n`), first.subarray(end)])
}
