// Upgrades the database of an earlier release, with many contacts and a half-sent campaign, whose other half this release sends.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { installJobQueue } from '#kernel/jobs/jobs.ts'
import { migrate } from '#kernel/postgres/migrate.ts'
import { digestOf, type TableDigest } from '#server/backup/table-digests.ts'
import { schema } from '#server/migrations.ts'
import { release } from '#server/version.ts'
import { loadFixture, type ReleaseFixture, rowTexts } from '../../test/release-fixture.ts'
import { testSmtpServer } from '../../test/smtp-server.ts'
import { addHalfSentCampaign } from './half-sent-campaign.ts'

type Options = {
  /** An empty database of a server whose logins share one password. */
  login: { host: string; password: string; database: string }
  fixture: ReleaseFixture
  contacts: number
  /** Folder for the SQL files of the fixture. */
  folder: string
}

export type UpgradeReport = {
  rows: number
  tables: number
  /** Per table, the number of earlier rows that are missing, or that differ in the earlier columns. */
  rewritten: Record<string, number>
  migrationMs: number
  sendingMs: number
  /** Addresses with a message from before the upgrade that were sent another one, addresses with two, and addresses with none. */
  sentAgain: string[]
  sentTwice: string[]
  notSent: string[]
  status: string
}

export async function measureUpgrade({ login, fixture, contacts, folder }: Options): Promise<UpgradeReport> {
  const config = { ...login, user: 'postgres' }
  await loadFixture(config, { ...fixture, version: '0.0.1' }, folder)
  await installJobQueue({ ...config, user: 'worker' })
  const client = new pg.Client(config)
  await client.connect()
  try {
    const campaign = await addHalfSentCampaign(client, contacts)
    const columns = Object.fromEntries(Object.entries(fixture.rows).map(([table, rows]) => [table, rows.columns]))
    const before = await readTables(client, columns)

    const began = performance.now()
    await migrate(config, { ...schema, version: release })
    await installJobQueue({ ...config, user: 'worker' })
    const migrationMs = performance.now() - began

    const rewritten = await findRewritten(client, columns, before)
    const sent = await sendRest(client, login, campaign, contacts)
    return {
      rows: Object.values(before).reduce((sum, { rows }) => sum + rows, 0),
      tables: Object.keys(before).length,
      rewritten,
      migrationMs,
      ...sent,
    }
  } finally {
    await client.end()
  }
}

type Columns = Record<string, readonly string[]>
/** The texts of the rows of small tables, to which a release may add rows. */
type Table = TableDigest & { texts: string[] | undefined }

const smallRows = 5000

async function readTables(client: pg.Client, columns: Columns): Promise<Record<string, Table>> {
  await client.query(`set timezone = 'UTC'; set search_path = ''`)
  const tables: Record<string, Table> = {}
  for (const [name, names] of Object.entries(columns)) {
    const list = names.map((column) => `t.${pg.escapeIdentifier(column)}`).join(', ')
    const digest = await digestOf(client, name, `row(${list})::text`)
    tables[name] = { ...digest, texts: digest.rows <= smallRows ? await rowTexts(client, name, names) : undefined }
  }
  await client.query('reset search_path')
  return tables
}

async function findRewritten(client: pg.Client, columns: Columns, before: Record<string, Table>) {
  const after = await readTables(client, columns)
  const lost = Object.entries(before).map(([name, table]): [string, number] => {
    const found = after[name]!
    if (found.rows === table.rows && found.digest === table.digest) return [name, 0]
    const texts = new Set(found.texts)
    return [name, table.texts?.filter((text) => !texts.has(text)).length ?? table.rows]
  })
  return Object.fromEntries(lost.filter(([, count]) => count > 0))
}

async function sendRest(client: pg.Client, login: Options['login'], campaign: string, contacts: number) {
  const taken = new Map<string, number>()
  const office = await testSmtpServer({
    onTaken(recipient) {
      const to = recipient.slice(1, -1)
      taken.set(to, (taken.get(to) ?? 0) + 1)
      office.mails.length = 0
      office.received.length = 0
    },
  })
  const status = async () =>
    (await client.query<{ status: string }>('select status from public.campaigns where id = $1', [campaign])).rows[0]!
      .status
  const began = performance.now()
  const worker = fork(
    join(import.meta.dirname, '../../test/sending-process.ts'),
    [JSON.stringify({ ...login, smtpPort: office.port })],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  try {
    // Waits until the campaign is complete, or no mail was sent for a minute.
    for (let [quiet, last] = [0, 0]; quiet < 600 && (await status()) === 'sending'; quiet++) {
      await sleep(100)
      if (taken.size > last) quiet = 0
      last = taken.size
    }
    const sendingMs = performance.now() - began
    const addresses = Array.from({ length: contacts }, (_, index) => index + 1)
    const countOf = (n: number) => taken.get(`reader${n}@example.com`) ?? 0
    const named = (list: number[]) => list.map((n) => `reader${n}`)
    return {
      sendingMs,
      sentAgain: named(addresses.filter((n) => n % 2 === 1 && countOf(n) > 0)),
      sentTwice: named(addresses.filter((n) => n % 2 === 0 && countOf(n) > 1)),
      notSent: named(addresses.filter((n) => n % 2 === 0 && countOf(n) === 0)),
      status: await status(),
    }
  } finally {
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
    office.close()
  }
}
