// Are the viewers of a live session reconnected within five seconds when their node is killed, with the complete chat? With two nodes
// behind one address.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../test/open-database.ts'
import { startTestServer } from '../test/server.ts'
import { measureNodeKill } from './webinar-room/kill-node.ts'

const { values } = parseArgs({ allowPositionals: true, options: { watchers: { type: 'string', default: '200' } } })
const aimMs = 5000
const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-'))
const server = await startTestServer(folder)
const login = { host: server.socket, password: server.password, database: 'room' }
const admin = new pg.Client({ ...login, user: 'postgres', database: 'postgres' })
await admin.connect()
await admin.query('create database room template template')
await admin.end()
const db = openDatabase(login)
try {
  const { watchers, displaced, slowestMs, lost, doubled } = await measureNodeKill(db, Number(values.watchers))
  process.stdout
    .write(`${watchers} watchers on two nodes, ${displaced} of them on the killed one: all back with the whole chat after ${(slowestMs / 1000).toFixed(1)} s   aim: ${aimMs / 1000} s
lines lost ${lost}, doubled ${doubled}
`)
  if (displaced === 0 || slowestMs > aimMs || lost + doubled > 0) process.exitCode = 1
} finally {
  await db.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
