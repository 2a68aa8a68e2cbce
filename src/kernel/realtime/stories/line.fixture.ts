// A line between client and server that can be cut, or go dead without anybody noticing.
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { afterAll } from 'vitest'

export async function openLine(to: string) {
  let target = new URL(to)
  let ends: Socket[] = []
  const server = createServer((client) => {
    const behind = connect(Number(target.port), target.hostname)
    ends.push(client, behind)
    for (const end of [client, behind]) end.on('error', () => {})
    client.pipe(behind).pipe(client)
    client.on('close', () => behind.destroy())
    behind.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    for (const end of ends) end.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What is connected now is hung up on; who calls again gets through. */
    cut() {
      for (const end of ends) end.destroy()
      ends = []
    },
    /** Who calls from now on gets through to another. */
    moveTo(other: string) {
      target = new URL(other)
    },
    /** Nothing passes any more, and nobody is told. */
    die() {
      for (const end of ends) end.unpipe().pause()
      ends = []
    },
  }
}
