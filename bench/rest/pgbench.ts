import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Script } from './questions.ts'

type Login = { host: string; user: string; password: string; database: string }

/** Returns the number of transactions that Debian's pgbench completed within `seconds`. */
export async function pgbench({ text, variables }: Script, login: Login, seconds: number, clients: number) {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-pgbench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, text)
  const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const timing = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)]
  try {
    const { stdout } = await promisify(execFile)(
      'pgbench',
      [...timing, ...defined, '-f', file, '-h', login.host, '-U', login.user, login.database],
      { env: { ...process.env, PGPASSWORD: login.password } },
    )
    const done = /number of transactions actually processed: (\d+)/.exec(stdout)?.[1]
    if (!done || !/number of failed transactions: 0 /.test(stdout)) throw new Error(`pgbench: ${stdout}`)
    return Number(done)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
