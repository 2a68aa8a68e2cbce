// The product with its demo on a fixed day: every run shows the same dates. Started by playwright.config.ts under libfaketime, which shifts
// the clock of this process and its children. The embedded PostgreSQL is started without environment, so the system's PostgreSQL is used.
// Under the shifted clock its timeout for idle transactions sometimes fires at once, and a screen would show an error.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { startPostgres, systemPostgres } from '../../test/system-postgres.ts'

const bin = systemPostgres()
if (!bin) throw new Error('The pictures need a PostgreSQL of the system, from 15 on.')
const postgres = await startPostgres(bin)
const server = spawn('node', ['src/server/main.ts'], {
  cwd: resolve(import.meta.dirname, '../..'),
  env: { ...process.env, DATABASE_URL: postgres.url, PGOPTIONS: '-c idle_in_transaction_session_timeout=0' },
  stdio: 'inherit',
})
const ended = once(server, 'exit')
process.on('SIGTERM', () => server.kill('SIGTERM'))
await ended
await postgres.stop()
