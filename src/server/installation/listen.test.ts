import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { listen } from './installation.ts'

/** The machine's count of connections dropped because the accept queue was full. */
function overflows() {
  const [names, values] = readFileSync('/proc/net/netstat', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
    .map((line) => line.split(' '))
  return Number(values![names!.indexOf('ListenOverflows')])
}

test('a thousand concurrent connections are queued until they are accepted, and none is dropped', async () => {
  await using running = new AsyncDisposableStack()
  const app = fastify()
  running.defer(() => app.close())
  await listen(app, { host: '127.0.0.1', port: 0, warnings: [] }, running)
  const { port } = app.server.address() as AddressInfo
  /** Connections dropped during a burst. The counter includes those of other processes. */
  async function burst() {
    const before = overflows()
    // All connections are opened in one event loop turn, during which the server accepts none.
    const sockets = Array.from({ length: 1000 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.destroy()
    return overflows() - before
  }
  const dropped = [await burst(), await burst(), await burst()]
  expect(Math.min(...dropped)).toBe(0)
})
