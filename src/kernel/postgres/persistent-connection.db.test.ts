import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { openPersistentConnection } from './persistent-connection.ts'

const db = await testDatabase()
const stops: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

/** A TCP proxy in front of the test database that can refuse connections, cut them, or stop forwarding bytes. */
async function proxy() {
  const { host } = db.connect('postgres')
  const sockets = new Set<Socket>()
  const way = { isOpen: true, isSilent: false, attempts: 0 }
  const server = createServer((near) => {
    way.attempts++
    sockets.add(near)
    near.on('error', () => {}).on('close', () => sockets.delete(near))
    if (!way.isOpen) return near.destroy()
    const far = dial(`${host}/.s.PGSQL.5432`)
    far.on('error', () => {}).on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.on('data', (bytes) => way.isSilent || far.write(bytes))
    far.on('data', (bytes) => way.isSilent || near.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => void server.close())
  const { port } = server.address() as { port: number }
  return {
    config: { ...db.connect('postgres'), host: '127.0.0.1', port },
    way,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    open: () => sockets.size,
  }
}

function listen(name: string, config: object, more: object = {}) {
  const received: string[] = []
  const states: string[] = []
  const log = {
    warn: (_: object, message: string) => states.push(message),
    info: (_: object, message: string) => states.push(message),
  }
  const connection = openPersistentConnection({
    config,
    name,
    setup: (client) => client.query('listen news'),
    onNotification: ({ payload }) => received.push(payload ?? ''),
    log,
    ...more,
  })
  stops.push(() => connection.stop())
  return { connection, received, states }
}

const backends = async (name: string) =>
  Number(
    (await db.sql<{ n: string }>(`select count(*) as n from pg_stat_activity where application_name = $1`, [name]))[0]!
      .n,
  )

test('an unreachable database causes one attempt at a time, two log lines and no leaked connection', async () => {
  const { config, way, cut, open } = await proxy()
  const { connection, states } = listen('absent', config)
  await connection.first
  way.isOpen = false
  way.attempts = 0
  cut()
  await sleep(1500)
  // 100, 200, 400 and 800 ms of delay: a second loop would try far more often.
  expect(way.attempts).toBeLessThanOrEqual(5)
  way.isOpen = true
  await eventually(() => expect(connection.isUp()).toBe(true))
  await eventually(async () => expect(await backends('absent')).toBe(1))
  expect(open()).toBe(1)
  expect(states).toEqual(['absent is down, retrying', 'absent is up again'])
})

test('a backend that is terminated twenty times leaves one connection', async () => {
  let connects = 0
  const { connection, received } = listen('terminated', db.connect('postgres'), { onUp: () => connects++ })
  await connection.first
  for (let round = 1; round <= 20; round++) {
    await db.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'terminated'`)
    await eventually(() => expect(connects).toBe(round + 1))
  }
  await eventually(async () => expect(await backends('terminated')).toBe(1))
  await db.sql(`notify news, 'once'`)
  expect(await connection.caughtUp()).toBe(true)
  expect(received).toEqual(['once'])
})

test('a half-open connection delays one caller, is replaced after a silent ping, and delivers again', async () => {
  const { config, way } = await proxy()
  const { connection, received } = listen('half-open', config, { limitMs: 400 })
  await connection.first
  way.isSilent = true
  expect(await connection.caughtUp(100)).toBe(false)
  const order: string[] = []
  // The second call resolves at once instead of at its limit, before a timer of 50 ms.
  await Promise.all([
    connection.caughtUp(100).then(() => order.push('caller')),
    sleep(50).then(() => order.push('timer')),
  ])
  expect(order).toEqual(['caller', 'timer'])
  await eventually(() => expect(connection.isUp()).toBe(false))
  way.isSilent = false
  await eventually(() => expect(connection.isUp()).toBe(true))
  await db.sql(`notify news, 'after'`)
  await eventually(() => expect(received).toEqual(['after']))
})

test('caughtUp resolves after the notifications of every earlier commit', async () => {
  const { connection, received } = listen('order', db.connect('postgres'))
  await connection.first
  for (let i = 0; i < 50; i++) {
    await db.sql(`select pg_notify('news', $1)`, [String(i)])
    expect(await connection.caughtUp(10_000)).toBe(true)
    expect(received.at(-1)).toBe(String(i))
  }
})

test('a connection whose setup fails is closed, and `first` rejects', async () => {
  const { connection } = listen('refused', db.connect('postgres'), { setup: () => Promise.reject(new Error('no')) })
  await expect(connection.first).rejects.toThrow('no')
  await eventually(async () => expect(await backends('refused')).toBeLessThanOrEqual(1))
  await connection.stop()
  await eventually(async () => expect(await backends('refused')).toBe(0))
})

test('stop resolves immediately while the database does not respond', async () => {
  const { config, way } = await proxy()
  const { connection } = listen('stopped', config)
  await connection.first
  way.isSilent = true
  await connection.stop()
  expect(connection.isUp()).toBe(false)
})
