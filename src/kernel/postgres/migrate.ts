import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartupError } from '#lib/startup-error.ts'

/**
 * Applies, in the order of the list, every file that this database has not seen, all in one transaction.
 * A file that was applied may never change: a later change is a new file at the end of the list.
 */
export async function migrate(config: pg.ClientConfig, source: string, files: readonly string[]): Promise<string[]> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7262)')
    await client.query(`
      create schema if not exists migrations;
      create table if not exists migrations.applied (
        file text primary key, sha256 text not null, applied_at timestamptz not null default now()
      )`)
    const { rows } = await client.query<{ file: string; sha256: string }>('select file, sha256 from migrations.applied')
    const applied = new Map(rows.map((row) => [row.file, row.sha256]))
    const fresh: string[] = []
    for (const file of files) {
      const sql = readFileSync(join(source, file), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      const before = applied.get(file)
      if (before === sha256) continue
      if (before)
        throw new StartupError(
          `${file} was applied to this database and has changed since. Write a new file and add it to the end of the list.`,
        )
      await client.query(sql).catch((error: Error) => {
        throw new Error(`${file}: ${error.message}`, { cause: error })
      })
      await client.query('insert into migrations.applied (file, sha256) values ($1, $2)', [file, sha256])
      fresh.push(file)
    }
    await client.query('commit')
    return fresh
  } finally {
    await client.end()
  }
}
