// Viewers of a live session on two nodes behind one address, one of which is killed. Measures the time until they are
// reconnected, and the completeness of their chat.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callRoom } from '#features/webinars/room/room-call.ts'
import { createTokens, makeKeySet } from '#kernel/jwt.ts'
import type { TestDatabase } from '../../test/open-database.ts'
import type { RoomProcessOptions } from '../../test/room-process.ts'
import { openKillableProcess } from '../kills/killable-process.ts'
import { openBalancer } from './balancer.ts'
import { addLiveSession, keyOf } from './live-session.ts'
import { openWatcher } from './watcher.ts'

export type NodeKillReport = {
  watchers: number
  /** Viewers whose connection was closed with the node. */
  displaced: number
  /** Milliseconds from the kill until the last of them was reconnected, with all lines sent since. */
  slowestMs: number
  /** Lines missing at the end, summed over all viewers. */
  lost: number
  /** Lines that a viewer received or shows more than once. */
  doubled: number
}

const limitMs = 60_000
const linesBefore = 10
const linesAfter = 12

export async function measureNodeKill(db: TestDatabase, watchers: number): Promise<NodeKillReport> {
  await using running = new AsyncDisposableStack()
  const keys = await makeKeySet()
  const { anonKey: key } = await createTokens(keys, 'http://room.test/auth/v1')
  const storageFolder = mkdtempSync(join(tmpdir(), 'maslul-blobs-'))
  running.defer(() => rmSync(storageFolder, { recursive: true, force: true }))
  const ports = [await freePort(), await freePort()]
  const nodes = ports.map((port) => {
    const options: RoomProcessOptions = { login: db.login, keys, port, storageFolder }
    const node = openKillableProcess({ program: 'room-process.ts', options })
    running.defer(() => node.kill())
    return node
  })
  await Promise.all(nodes.map((node) => node.revive()))
  const balancer = await openBalancer(ports)
  running.defer(() => balancer.close())
  const session = await addLiveSession(db, watchers)
  const rooms = Array.from({ length: watchers }, (_, n) => openWatcher({ origin: balancer.url, key, token: keyOf(n) }))
  running.defer(() => rooms.forEach(({ stop }) => stop()))
  await until('all watchers are connected', () => rooms.every(({ isConnected }) => isConnected()))

  const sentIds: string[] = []
  let next = 0
  /** A line without a response is not sent again: its transaction may have been committed. */
  async function print() {
    const n = next++
    const input = { kind: 'chat', body: `line ${n}`, position: 60 }
    const speaker = rooms[n % watchers]!
    await callRoom<{ id: string }>('say-in-webinar', input, { origin: balancer.url, key, access: speaker.access() })
      .then(({ id }) => sentIds.push(id))
      .catch(() => {})
  }
  for (let n = 0; n < linesBefore; n++) await print()
  await until('the first lines are heard', () => rooms.every(({ has }) => has(sentIds)))

  const killedAt = performance.now()
  await nodes[0]!.kill()
  for (let n = 0; n < linesAfter; n++) {
    await print()
    await sleep(100)
  }
  const whole = [...sentIds]
  const displaced = rooms.filter(({ lostAt }) => lostAt() !== undefined)
  await until('all are back', () => rooms.every(({ isConnected, has }) => isConnected() && has(whole)))
  const slowestMs = performance.now() - killedAt
  await print()
  await until('the last line is heard', () => rooms.every(({ has }) => has(sentIds)))

  const lines = await db.sql<{ id: string }>('select id from webinar_messages where session_id = $1', [session])
  const ids = lines.map(({ id }) => id)
  return {
    watchers,
    displaced: displaced.length,
    slowestMs,
    lost: sum(rooms.map(({ has }) => ids.filter((id) => !has([id])).length)),
    doubled: sum(rooms.map(({ doubled }) => doubled())),
  }
}

async function until(what: string, isSo: () => boolean) {
  const startedAt = performance.now()
  while (!isSo()) {
    if (performance.now() - startedAt > limitMs) throw new Error(`Not so after ${limitMs / 1000} s: ${what}`)
    await sleep(20)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
