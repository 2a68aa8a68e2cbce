// npm run backup: requests a backup from the running server, and waits until it has been verified.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#client/database.types.ts'
import { readConfig } from '#server/config.ts'
import { StartupError } from '#lib/startup-error.ts'

const config = readConfig()
try {
  const { serviceRoleKey } = JSON.parse(readFileSync(join(config.dataFolder, 'api-keys.json'), 'utf8')) as {
    serviceRoleKey: string
  }
  const server = createClient<Database>(config.localUrl, serviceRoleKey)
  const newest = async () => {
    const { data, error } = await server
      .from('backup_runs')
      .select('*')
      .order('started_at', { ascending: false })
      .limit(1)
    if (error)
      throw new StartupError(`The server at ${config.localUrl} does not answer: ${error.message}. Start it first.`)
    return data[0]
  }
  const before = await newest()
  const { error } = await server.rpc('request_backup')
  if (error)
    throw new StartupError(
      error.message === 'backup_not_set_up'
        ? 'Backups are not set up: set BACKUP_URL, run npm run backup-key, and restart the server.'
        : error.message,
    )
  process.stdout.write('Backing up…\n')
  let run = await newest()
  for (; !run || run.id === before?.id || run.state === 'running'; run = await newest()) await sleep(500)
  if (run.state === 'failed')
    throw new StartupError(`The backup failed (${run.fault}). The log of the server says why.`)
  process.stdout.write(`Done and checked at ${run.finished_at}: ${((run.size_bytes ?? 0) / 1e6).toFixed(1)} MB.\n`)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
