// A managed PostgreSQL is dumped during writes, and restored into the embedded database of an empty folder.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { logins } from '#kernel/postgres/connection.ts'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { blobPath } from '#kernel/storage/blobs/blobs.ts'
import { testDatabase } from '../../../test/database.ts'
import { storeWithPrefix } from '../backup/backup-store.ts'
import { blobName } from '../backup/blob-copies.ts'
import { createEnvelope } from '../backup/envelope.ts'
import { folderStore } from '../backup/folder-store.ts'
import { writeManifest } from '../backup/manifest.ts'
import { makeOwnerKey, readBackupKeys, recipientsOf, writeBackupKeys } from '../installation/backup-keys.ts'
import { archiveName, readDumpManifests, writeDumpManifest } from '../backup/dump-manifest.ts'
import { openDumps } from './dumps.ts'
import { rehearseDump } from './rehearse-dump.ts'
import { beginsFromDump, restoreDump } from './restore-dump.ts'
import { expireDumps, runDump } from './run-dump.ts'

vi.setConfig({ testTimeout: 180_000 })
const base = mkdtempSync(join(tmpdir(), 'dump-test-'))
chmodSync(base, 0o711)
afterAll(() => rmSync(base, { recursive: true, force: true }))
const say = () => {}
const password = 'for-tests-only'
const passwords = Object.fromEntries(logins.map((login) => [login, password]))

const db = await testDatabase()
const [live, folder] = [join(base, 'live'), join(base, 'dumps')]
for (const path of [live, folder]) mkdirSync(path)
const keyFile = join(live, 'keys.json')
writeFileSync(keyFile, JSON.stringify({ passwords }))
const owner = await makeOwnerKey()
const keys = await writeBackupKeys(live, owner.recipient)
const store = folderStore(folder)
const own = storeWithPrefix(store, `${keys.installation}/`)
const envelope = createEnvelope({ recipients: await recipientsOf(keys), identity: keys.machine })
async function dump(target = own, config = db.connect('postgres')) {
  await runDump({
    config,
    keyFile,
    storageFolder: join(live, 'storage'),
    store: target,
    envelope,
    owner: owner.recipient,
  })
  await expireDumps({ store: target, envelope }, 14)
}

/** Values that texts of rows could lose: separators of lines, quotes, and the null of jsonb, which is no missing value. */
const tricky = 'one\ntwo\u2028three "four" \\five\t{six}, שבע'
const accounts = [
  { email: 'tricky@example.com', data: JSON.stringify({ tricky, nothing: null }) },
  { email: 'json-null@example.com', data: 'null' },
]
for (const { email, data } of accounts)
  await db.sql(
    `insert into auth.users (id, aud, role, email, raw_user_meta_data) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, $2::jsonb)`,
    [email, data],
  )
const blob = join(live, 'storage', blobPath('aa-one'))
mkdirSync(join(blob, '..'), { recursive: true })
writeFileSync(blob, 'a stored file')
// Added manually: not part of the release.
await db.sql('create table public.notes_of_ours (text text)')

/** Account data by address, in the embedded database of a restored folder. */
async function accountsIn(dataFolder: string) {
  const server = await startPostgres({ folder: join(dataFolder, 'cluster'), password, systemUser: 'maslul' })
  const client = new pg.Client({ host: server.socket, user: 'postgres', password, database: 'postgres' })
  try {
    await client.connect()
    const { rows } = await client.query<{ email: string; data: string | null }>(
      `select email, raw_user_meta_data::text as data from auth.users where email not like 'during%' order by email`,
    )
    return rows
  } finally {
    await client.end()
    await server.stop()
  }
}

const restoreFrom = (from: string, name: string, to?: Date) =>
  restoreDump({
    store: folderStore(from),
    identity: owner.identity,
    dataFolder: join(base, name),
    databaseUrl: undefined,
    installation: undefined,
    to,
    say,
  })
const leftOf = (name: string) => readdirSync(base).filter((entry) => entry.startsWith(name))
const copyOf = (name: string) => {
  cpSync(folder, join(base, name), { recursive: true })
  return join(base, name)
}

test('a database is dumped during writes, and every table, file and key is restored', async () => {
  let isWriting = true
  const writing = (async () => {
    for (let n = 0; isWriting; n++)
      await db.sql(
        `insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', $1)`,
        [`during${n}@example.com`],
      )
  })()
  await dump().finally(() => (isWriting = false))
  await writing
  const lines: string[] = []
  const dataFolder = join(base, 'restored')
  // Fails if the checksum of a restored table differs from the one of the snapshot.
  await restoreDump({
    store,
    identity: owner.identity,
    dataFolder,
    databaseUrl: undefined,
    say: (line) => void lines.push(line),
  })
  const expected = await db.sql(
    `select email, raw_user_meta_data::text as data from auth.users where email not like 'during%' order by email`,
  )
  expect(expected).toHaveLength(accounts.length)
  expect(await accountsIn(dataFolder)).toEqual(expected)
  expect(readFileSync(join(dataFolder, 'storage', blobPath('aa-one')), 'utf8')).toBe('a stored file')
  expect(readFileSync(join(dataFolder, 'keys.json'), 'utf8')).toBe(readFileSync(keyFile, 'utf8'))
  expect(readBackupKeys(dataFolder)).toMatchObject({ owner: owner.recipient })
  expect(lines.at(-1)).toContain('public.notes_of_ours')
  // Files are copied before the rows: a failure leaves the database without accounts.
  expect(lines.slice(0, -1)).toContain('Copying the files.')
})

test('a rehearsal compares every table and file of the newest dump, and leaves no files', async () => {
  const options = { identity: keys.machine, installation: undefined, folder: join(base, 'rehearsal'), say }
  const outcome = await rehearseDump({ ...options, store })
  expect(outcome).toMatchObject({ fault: undefined, differences: [], files: 1 })
  expect(outcome.tables.length).toBeGreaterThan(100)

  const changed = folderStore(copyOf('changed'))
  const changedOwn = storeWithPrefix(changed, `${keys.installation}/`)
  const manifest = (await readDumpManifests(changedOwn, envelope)).at(-1)
  manifest!.tables['auth.users']!.digest = '1'
  await writeDumpManifest(changedOwn, envelope, manifest!)
  expect(await rehearseDump({ ...options, store: changed })).toMatchObject({
    fault: 'differs',
    differences: ['auth.users'],
  })
  expect(leftOf('rehearsal')).toEqual([])
})

test('a dump that is truncated, newer than the release, under another key or later than --to cannot be restored, and leaves no files', async () => {
  const cut = copyOf('cut')
  const manifest = (await readDumpManifests(own, envelope)).at(-1)
  const archive = join(cut, keys.installation, manifest!.archive)
  const bytes = readFileSync(archive)
  writeFileSync(archive, bytes.subarray(0, Math.floor(bytes.length / 2)))
  await expect(restoreFrom(cut, 'refused')).rejects.toThrow('damaged or cut off')

  const newer = copyOf('newer')
  await writeDumpManifest(storeWithPrefix(folderStore(newer), `${keys.installation}/`), envelope, {
    ...manifest!,
    release: '99.0.0',
  })
  await expect(restoreFrom(newer, 'refused')).rejects.toThrow('made by release 99.0.0')
  await expect(restoreFrom(folder, 'refused', new Date(0))).rejects.toThrow('The earliest moment')
  const { identity } = await makeOwnerKey()
  const withAnotherKey = { store, identity, dataFolder: join(base, 'refused'), databaseUrl: undefined, say }
  await expect(restoreDump(withAnotherKey)).rejects.toThrow('The key does not open these backups')
  expect(leftOf('refused')).toEqual([])
})

test('while the newest dump is dated in the future, a restore requires --to and uses the newest dump before it', async () => {
  const ahead = copyOf('ahead')
  const place = storeWithPrefix(folderStore(ahead), `${keys.installation}/`)
  const newest = (await readDumpManifests(place, envelope)).at(-1)!
  const at = '2126-01-01T00:00:00.000Z'
  const archive = archiveName(new Date(at))
  await writeDumpManifest(place, envelope, { ...newest, archive, takenAt: at, finishedAt: at })
  await expect(restoreFrom(ahead, 'refused')).rejects.toThrow(
    /in the future.*--to.*move dumps\/2126-01-01T00-00-00\.000Z\.json/,
  )
  const attempt = restoreDump({
    store: folderStore(ahead),
    identity: owner.identity,
    dataFolder: join(base, 'refused'),
    databaseUrl: undefined,
    to: new Date(),
    onDump({ takenAt }) {
      throw new Error(`chosen: ${takenAt}`)
    },
    say,
  })
  await expect(attempt).rejects.toThrow(`chosen: ${newest.takenAt}`)
  expect(leftOf('refused')).toEqual([])
})

test('a restore that fails at a damaged file names it, so that it can be removed', async () => {
  const damaged = copyOf('damaged-file')
  const copy = join(damaged, keys.installation, blobName('aa-one'))
  const bytes = readFileSync(copy)
  writeFileSync(copy, bytes.subarray(0, -1))
  await expect(restoreFrom(damaged, 'refused')).rejects.toThrow(`${blobName('aa-one')} cannot be copied`)
  expect(leftOf('refused')).toEqual([])
})

test('a damaged description is reported, and the new dump is stored', async () => {
  const damaged = storeWithPrefix(folderStore(copyOf('damaged')), `${keys.installation}/`)
  const before = await readDumpManifests(damaged, envelope)
  const name = join(base, 'damaged', keys.installation, 'dumps', '2001-01-01T00-00-00.000Z.json.zst.age')
  writeFileSync(name, 'cut off')
  await expect(dump(damaged)).rejects.toThrow('2001-01-01T00-00-00.000Z.json.zst.age cannot be read')
  expect(await readDumpManifests(damaged, envelope, () => {})).toHaveLength(before.length + 1)
})

test('a dump fails if row-level security hides rows from its login', async () => {
  const role = `dump_reader_${process.pid}`
  await db.sql(`create role ${role}`)
  try {
    await db.sql(`grant pg_read_all_data to ${role}`)
    const before = await readDumpManifests(own, envelope)
    const config = { ...db.connect('postgres'), options: `-c role=${role}` }
    await expect(dump(own, config)).rejects.toThrow('The login of DATABASE_URL may not read all rows')
    expect(await readDumpManifests(own, envelope)).toEqual(before)
  } finally {
    await db.sql(`drop role ${role}`)
  }
})

test('expiring dumps deletes no file that only a backup of the former embedded database references', async () => {
  const moved = storeWithPrefix(folderStore(copyOf('moved')), `${keys.installation}/`)
  const finishedAt = '2001-01-01T00:00:00.000Z'
  const segment = '000000010000000000000001'
  await writeManifest(moved, envelope, {
    format: 1,
    archive: 'base/2001-01-01T00-00-00.000Z.tar.zst.age',
    finishedAt,
    postgres: '18',
    startWal: segment,
    stopWal: segment,
    backupLabel: '',
    owner: owner.recipient,
    folders: [],
    files: {},
    blobs: ['aa-former'],
  })
  for (const version of ['aa-former', 'aa-unused']) {
    const path = join(base, 'moved', keys.installation, blobName(version))
    writeFileSync(path, 'a copy')
    const copiedAt = new Date('2000-12-01T00:00:00.000Z')
    utimesSync(path, copiedAt, copiedAt)
  }
  await dump(moved)
  const names = (await moved.list('blobs/')).map(({ name }) => name)
  expect(names).toEqual([blobName('aa-former'), blobName('aa-one')])
})

test('a restore starts from the newest dump or cluster backup before its point in time', async () => {
  const mixed = copyOf('mixed')
  const startsFromDump = (to?: Date, installation?: string) => beginsFromDump(folderStore(mixed), { to, installation })
  expect(await startsFromDump(new Date(0))).toBe(true)
  const cluster = join(mixed, keys.installation, 'base')
  mkdirSync(cluster)
  writeFileSync(join(cluster, '2001-01-01T00-00-00.000Z.json.zst.age'), 'a backup of before the move')
  expect(await startsFromDump()).toBe(true)
  expect(await startsFromDump(new Date('2001-01-02T00:00:00Z'))).toBe(false)
  expect(await startsFromDump(undefined, 'another')).toBe(false)
  writeFileSync(join(cluster, '9999-01-01T00-00-00.000Z.json.zst.age'), 'a backup of after it')
  expect(await startsFromDump()).toBe(false)
})

test('if the target has only cluster backups, a restore of a dump prints how to restore them', async () => {
  const folderOfBackups = join(base, 'embedded-only', keys.installation, 'base')
  mkdirSync(folderOfBackups, { recursive: true })
  writeFileSync(join(folderOfBackups, '2001-01-01T00-00-00.000Z.json.zst.age'), 'a backup')
  await expect(restoreFrom(join(base, 'embedded-only'), 'refused')).rejects.toThrow('without DATABASE_URL')
})

test('a database with accounts is not overwritten', async () => {
  const { host, database } = db.login
  const databaseUrl = `postgres:///${database}?host=${encodeURIComponent(host)}&user=postgres&password=${db.login.password}`
  const options = { store, identity: owner.identity, dataFolder: join(base, 'refused'), databaseUrl, say }
  await expect(restoreDump(options)).rejects.toThrow('is not empty')
  expect((await db.sql('select from auth.users')).length).toBeGreaterThanOrEqual(accounts.length)
  expect(leftOf('refused')).toEqual([])
})

test('with a target and a key the installation takes daily dumps, and without a target none', async () => {
  const backup = { target: { folder }, time: '23:40', keepDays: 14 }
  const config = { backup, dataFolder: live, storage: { sizeLimit: 1_000_000 }, siteUrl: 'https://beit.example' }
  const parts = { connect: db.connect, cluster: undefined, mails: {} as never, log: { warn() {}, error() {} } }
  const modes = async () => db.sql('select mode from backup_status')

  const dumps = await openDumps({ config, ...parts })
  try {
    expect(await modes()).toEqual([{ mode: 'dump' }])
    expect(dumps.daily).toEqual({ take_backup: '23:40' })
    await (dumps.tasks['take_backup'] as unknown as () => Promise<void>)()
    expect(await db.sql('select state, size_bytes > 0 as "hasSize" from backup_runs')).toEqual([
      { state: 'done', hasSize: true },
    ])
    // Another node of the same database, to which backup.json was not copied.
    const keyless = await openDumps({ config: { ...config, dataFolder: join(base, 'keyless') }, ...parts })
    await keyless.stop()
    expect(await modes()).toEqual([{ mode: 'dump' }])
    expect(Object.keys(keyless.tasks)).toEqual(['watch_lateness'])
  } finally {
    await dumps.stop()
  }

  await db.sql(`insert into system_checks (kind, is_ok, failures, failing_since) values ('expiry', false, 1, now())`)
  const none = await openDumps({ config: { ...config, backup: { ...backup, target: undefined } }, ...parts })
  await none.stop()
  expect(await modes()).toEqual([{ mode: 'external' }])
  expect([none.tasks, none.daily]).toEqual([{}, {}])
  expect(await db.sql(`select from system_checks where kind = 'expiry'`)).toEqual([])
})

/** The tasks of an installation that is dumped to this folder. */
async function openTasks(target: string) {
  const logged: string[] = []
  const dumps = await openDumps({
    config: {
      backup: { target: { folder: target }, time: '23:40', keepDays: 14 },
      dataFolder: live,
      storage: { sizeLimit: 1_000_000 },
      siteUrl: 'https://beit.example',
    },
    connect: db.connect,
    cluster: undefined,
    mails: { send: () => Promise.resolve() } as never,
    log: { warn() {}, error: (_: unknown, message: string) => void logged.push(message) } as never,
  })
  const run = (task: string, attempt = 1) => dumps.tasks[task]!({}, { id: '1', attempt, pool: db.owner })
  return { run, logged, stop: () => dumps.stop() }
}

test('a dump completes when expired ones cannot be deleted, and only the deletion is retried', async () => {
  const target = join(base, 'undeletable')
  mkdirSync(join(target, keys.installation, 'dumps'), { recursive: true })
  const damaged = join(target, keys.installation, 'dumps', '2001-01-01T00-00-00.000Z.json.zst.age')
  writeFileSync(damaged, 'cut off')
  const { run, logged, stop } = await openTasks(target)
  try {
    await run('take_backup')
    expect(await db.sql('select state from backup_runs order by started_at desc limit 1')).toEqual([{ state: 'done' }])
    expect(
      await db.sql(`select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'expire_backups' and j.key = 'expire_backups'`),
    ).toHaveLength(1)
    await expect(run('expire_backups')).rejects.toThrow('2001-01-01T00-00-00.000Z.json.zst.age cannot be read')
    expect(logged).toEqual(['Expired backups cannot be deleted'])
    const checks = () => db.sql(`select is_ok, failures from system_checks where kind = 'expiry'`)
    expect(await checks()).toEqual([])
    for (const attempt of [6, 7]) await expect(run('expire_backups', attempt)).rejects.toThrow('cannot be read')
    // The second failure notifies the owners.
    expect(await checks()).toEqual([{ is_ok: false, failures: 2 }])
    rmSync(damaged)
    await run('expire_backups')
    expect(await checks()).toEqual([{ is_ok: true, failures: 0 }])
  } finally {
    await stop()
  }
})

test('a failure that could not be recorded during a database outage does not block the next dump', async () => {
  const target = join(base, 'unrecorded')
  mkdirSync(target)
  const { run, stop } = await openTasks(target)
  try {
    await db.sql(
      `create function public.refuse_updates() returns trigger language plpgsql as $$ begin raise 'the database is away'; end $$`,
    )
    await db.sql(
      'create trigger refuse_updates before update on backup_runs for each row execute function public.refuse_updates()',
    )
    await expect(run('take_backup')).rejects.toThrow('the database is away')
    await db.sql('drop function public.refuse_updates cascade')
    await run('take_backup')
    expect(await db.sql('select state, fault from backup_runs order by started_at desc limit 2')).toEqual([
      { state: 'done', fault: null },
      { state: 'failed', fault: 'failed' },
    ])
  } finally {
    await stop()
  }
})
