import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { listen } from './installation.ts'

/** Connections of this machine that the system dropped, because too many waited to be accepted. */
function overflows() {
  const [names, values] = readFileSync('/proc/net/netstat', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
    .map((line) => line.split(' '))
  return Number(values![names!.indexOf('ListenOverflows')])
}

test('a thousand connections in the same moment wait to be accepted, and none is dropped', async () => {
  await using running = new AsyncDisposableStack()
  const app = fastify()
  running.defer(() => app.close())
  await listen(app, { host: '127.0.0.1', port: 0, warnings: [] }, running)
  const { port } = app.server.address() as AddressInfo
  /** How many connections the system dropped during a burst. The counter includes those of other processes. */
  async function burst() {
    const before = overflows()
    // In one turn of the event loop, which accepts none of them.
    const sockets = Array.from({ length: 1000 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.destroy()
    return overflows() - before
  }
  const dropped = [await burst(), await burst(), await burst()]
  expect(Math.min(...dropped)).toBe(0)
})
