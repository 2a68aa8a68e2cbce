// A real cluster is backed up during writes, its folder is deleted, and it is restored to a point in time.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { blobPath } from '#kernel/storage/blobs/blobs.ts'
import { testS3 } from '../../../test/s3-server.ts'
import { makeOwnerKey, readBackupKeys, recipientsOf, writeBackupKeys } from '../installation/backup-keys.ts'
import { type BackupStore, storeWithPrefix } from './backup-store.ts'
import { blobName } from './blob-copies.ts'
import { type DumpManifest, writeDumpManifest } from './dump-manifest.ts'
import { createEnvelope } from './envelope.ts'
import { folderStore } from './folder-store.ts'
import { readManifests, writeManifest } from './manifest.ts'
import { rehearse } from './rehearse.ts'
import { removeInstallation, restore } from './restore.ts'
import { checkBackup, expireBackups, runBackup } from './run-backup.ts'
import { s3Store } from './s3-store.ts'
import { startWalShipping } from './wal-shipping.ts'

vi.setConfig({ testTimeout: 120_000 })
const base = mkdtempSync(join(tmpdir(), 'backup-test-'))
chmodSync(base, 0o711)
afterAll(() => rmSync(base, { recursive: true, force: true }))
const password = 'for-tests-only'
const log = { warn() {} }
const say = () => {}

/** A running installation that backs up to the store. */
async function openInstallation(name: string, store: BackupStore) {
  const dataFolder = join(base, name)
  mkdirSync(dataFolder, { mode: 0o711, recursive: true })
  const keyFile = join(dataFolder, 'keys.json')
  writeFileSync(keyFile, JSON.stringify({ passwords: { postgres: password } }))
  const owner = await makeOwnerKey()
  const keys = await writeBackupKeys(dataFolder, owner.recipient)
  const server = await startPostgres({
    folder: join(dataFolder, 'cluster'),
    password,
    archivesWal: true,
    systemUser: 'maslul',
  })
  const config = { host: server.socket, user: 'postgres', password, database: 'postgres' }
  const client = new pg.Client(config)
  await client.connect()
  await client.query('create table entries (id serial primary key, word text)')
  const own = storeWithPrefix(store, `${keys.installation}/`)
  const envelope = createEnvelope({ recipients: await recipientsOf(keys), identity: keys.machine })
  const wal = startWalShipping({ folder: server.walArchive!, store: own, envelope, log })
  return {
    owner,
    dataFolder,
    envelope,
    own: { ...own, installation: `${keys.installation}/` },
    write: (word: string) => client.query('insert into entries (word) values ($1)', [word]),
    words: async () =>
      (await client.query<{ word: string }>('select word from entries order by id')).rows.map(({ word }) => word),
    storeFile(version: string, content: string) {
      const path = join(dataFolder, 'storage', blobPath(version))
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, content)
    },
    async backUp() {
      await runBackup({
        connect: () => config,
        cluster: server.cluster,
        keyFile,
        storageFolder: join(dataFolder, 'storage'),
        store: own,
        envelope,
        owner: owner.recipient,
        wal,
      })
      await expireBackups({ store: own, envelope }, 14)
    },
    /** Archives everything written so far. */
    async archive() {
      await client.query('select pg_switch_wal()')
      await expect
        .poll(async () => {
          await wal.ship()
          const { rows } = await client.query<{ done: boolean }>(
            `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as done from pg_stat_archiver`,
          )
          return rows[0]!.done && readdirSync(server.walArchive!).length === 0
        })
        .toBe(true)
    },
    async stop() {
      await client.end()
      await server.stop()
      await wal.stop()
    },
  }
}

async function wordsIn(dataFolder: string) {
  const server = await startPostgres({ folder: join(dataFolder, 'cluster'), password, systemUser: 'maslul' })
  const client = new pg.Client({ host: server.socket, user: 'postgres', password, database: 'postgres' })
  try {
    await client.connect()
    return (await client.query<{ word: string }>('select word from entries order by id')).rows.map(({ word }) => word)
  } finally {
    await client.end()
    await server.stop()
  }
}

const folder = join(base, 'backups')
mkdirSync(folder)
const store = folderStore(folder)
const live = await openInstallation('live', store)
afterAll(() => live.stop())
/** The point in time between the inserts of the rows "wanted" and "unwanted". */
let moment: Date

test('a backup taken during writes is restored to a point in time, with its files and keys', async () => {
  await live.write('before')
  live.storeFile('aa-one', 'a stored file')
  let isWriting = true
  const writing = (async () => {
    for (let n = 0; isWriting; n++) await live.write(`during ${n}`)
  })()
  await live.backUp().finally(() => (isWriting = false))
  await writing
  await live.write('wanted')
  // Commit times have microseconds, the point in time milliseconds.
  await sleep(20)
  moment = new Date()
  await sleep(20)
  await live.write('unwanted')
  await live.archive()
  const expected = (await live.words()).filter((word) => word !== 'unwanted')

  const dataFolder = join(base, 'restored')
  const { owner } = await restore({ store, identity: live.owner.identity, dataFolder, to: moment, say })
  expect(owner).toBe(live.owner.recipient)
  // The backup series that the restored installation starts.
  const series = readBackupKeys(dataFolder)!
  expect(series.owner).toBe(live.owner.recipient)
  expect(`${series.installation}/`).not.toBe(live.own.installation)
  expect(await wordsIn(dataFolder)).toEqual(expected)
  expect(readFileSync(join(dataFolder, 'storage', blobPath('aa-one')), 'utf8')).toBe('a stored file')
  expect(readFileSync(join(dataFolder, 'keys.json'), 'utf8')).toContain(password)
  expect(readdirSync(join(dataFolder, 'cluster'))).not.toContain('wal-restore')
})

test('without a point in time a restore includes every archived change', async () => {
  const dataFolder = join(base, 'latest')
  await restore({ store, identity: live.owner.identity, dataFolder, say })
  expect((await wordsIn(dataFolder)).slice(-2)).toEqual(['wanted', 'unwanted'])
})

test.each([
  ['before the first backup', () => ({ to: new Date(0) }), 'The earliest moment'],
  ['after the last archived change', () => ({ to: new Date(Date.now() + 3_600_000) }), 'does not reach that moment'],
  ['of another installation', () => ({ installation: 'another' }), 'There is no backup of another here'],
])('a point in time %s is refused, and no files are left behind', async (_, options, message) => {
  const dataFolder = join(base, 'refused')
  const attempt = restore({ store, identity: live.owner.identity, dataFolder, say, ...options() })
  await expect(attempt).rejects.toThrow(message)
  expect(readdirSync(base).filter((name) => name.startsWith('refused'))).toEqual([])
})

test('a restore is refused while the server of another restore runs in its folder, and the folder is unchanged', async () => {
  const dataFolder = join(base, 'busy')
  const stage = `${dataFolder}.restoring`
  mkdirSync(stage, { mode: 0o711 })
  const server = await startPostgres({ folder: join(stage, 'cluster'), password, systemUser: 'maslul' })
  try {
    const attempt = restore({ store, identity: live.owner.identity, dataFolder, say })
    await expect(attempt).rejects.toThrow('Another process already works on')
    expect(existsSync(join(server.cluster, 'PG_VERSION'))).toBe(true)
  } finally {
    await server.stop()
    removeInstallation(stage)
  }
})

test('a backup cannot be decrypted with another key', async () => {
  const { identity } = await makeOwnerKey()
  const attempt = restore({ store, identity, dataFolder: join(base, 'refused'), say })
  await expect(attempt).rejects.toThrow('The key does not open these backups')
})

test('a folder with data is not overwritten', async () => {
  const attempt = restore({ store, identity: live.owner.identity, dataFolder: live.dataFolder, say })
  await expect(attempt).rejects.toThrow('is not empty')
})

test('files that a server wrote into the folder during a restore are not deleted', async () => {
  const dataFolder = join(base, 'filled')
  const attempt = restore({
    store,
    identity: live.owner.identity,
    dataFolder,
    say(line) {
      if (line !== 'Copying the files.') return
      mkdirSync(dataFolder)
      writeFileSync(join(dataFolder, 'keys.json'), 'of a new installation')
    },
  })
  await expect(attempt).rejects.toThrow('is not empty')
  expect(readFileSync(join(dataFolder, 'keys.json'), 'utf8')).toBe('of a new installation')
  expect(existsSync(`${dataFolder}.restoring`)).toBe(false)
})

const rehearseFrom = (from: BackupStore) =>
  rehearse({
    store: from,
    identity: live.owner.identity,
    folder: join(base, 'rehearsal'),
    installation: undefined,
    say,
  })
const copyOf = (name: string) => {
  cpSync(folder, join(base, name), { recursive: true })
  const entries = readdirSync(join(base, name), { recursive: true, withFileTypes: true })
  return {
    store: folderStore(join(base, name)),
    path: (part: string) => {
      const entry = entries.find((one) => one.isFile() && join(one.parentPath, one.name).includes(part))!
      return join(entry.parentPath, entry.name)
    },
  }
}

test('a rehearsed restore verifies every table and file against the checksums of the backup', async () => {
  const outcome = await rehearseFrom(store)
  expect(outcome).toMatchObject({ fault: undefined, differences: [], files: 1 })
  const entries = outcome.tables.find(({ name }) => name === 'public.entries')!
  expect(entries.expected).toBeGreaterThan(0)
  // Rows written after the backup are in the archive, but not part of the comparison.
  expect(entries.expected).toBeLessThan((await live.words()).length)
  expect(readdirSync(base).filter((name) => name.startsWith('rehearsal'))).toEqual([])
})

test('a rehearsal reports a damaged backup as failed', async () => {
  const archive = copyOf('damaged-archive')
  const bytes = readFileSync(archive.path('.tar.'))
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  writeFileSync(archive.path('.tar.'), bytes)
  expect(await rehearseFrom(archive.store)).toMatchObject({ fault: 'not_restorable' })

  const rows = copyOf('other-content')
  rmSync(rows.path('/blobs/'))
  const own = storeWithPrefix(rows.store, live.own.installation)
  const [manifest] = await readManifests(own, live.envelope)
  manifest!.moment!.tables['public.entries']!.digest = '1'
  await writeManifest(own, live.envelope, manifest!)
  expect(await rehearseFrom(rows.store)).toMatchObject({ fault: 'differs', differences: ['public.entries', 'aa-one'] })
})

test('the store contains no plain text of the data', () => {
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(stored.length).toBeGreaterThan(3)
  for (const { parentPath, name } of stored)
    expect(readFileSync(join(parentPath, name)).includes('wanted'), name).toBe(false)
})

test('a backup with a damaged archive is never restored', async () => {
  const damaged = join(base, 'damaged')
  cpSync(folder, damaged, { recursive: true })
  const entry = readdirSync(damaged, { recursive: true, withFileTypes: true }).find(({ name }) =>
    name.includes('.tar.'),
  )!
  const path = join(entry.parentPath, entry.name)
  const bytes = readFileSync(path)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  writeFileSync(path, bytes)
  const dataFolder = join(base, 'refused')
  await expect(
    restore({ store: folderStore(damaged), identity: live.owner.identity, dataFolder, say }),
  ).rejects.toThrow()
  expect(existsSync(dataFolder)).toBe(false)
})

test('a restore from another backup succeeds, and reports a damaged description and a missing file', async () => {
  const copy = copyOf('damaged-manifest')
  rmSync(copy.path('/blobs/'))
  const name = '9999-01-01T00-00-00.000Z.json.zst.age'
  writeFileSync(join(base, 'damaged-manifest', live.own.installation, 'base', name), 'cut off')
  const lines: string[] = []
  const dataFolder = join(base, 'from-another')
  const restored = { store: copy.store, identity: live.owner.identity, dataFolder }
  await restore({ ...restored, say: (line) => void lines.push(line) })
  expect(lines.join()).toContain(`base/${name} cannot be read`)
  expect(lines.join()).toContain('1 of 1 files, such as aa-one')
  expect((await wordsIn(dataFolder)).slice(-2)).toEqual(['wanted', 'unwanted'])
  expect(await rehearseFrom(copy.store)).toMatchObject({ fault: 'not_restorable' })
})

test('while the newest backup is dated in the future, a restore requires --to and uses the newest backup before it', async () => {
  const copy = copyOf('ahead')
  const own = storeWithPrefix(copy.store, live.own.installation)
  const newest = (await readManifests(own, live.envelope)).at(-1)!
  const [archive, finishedAt] = ['base/2126-01-01T00-00-00.000Z.tar.zst.age', '2126-01-01T00:00:00.000Z']
  await writeManifest(own, live.envelope, { ...newest, archive, finishedAt })
  const restored = { store: copy.store, identity: live.owner.identity, dataFolder: join(base, 'refused'), say }
  await expect(restore(restored)).rejects.toThrow(/in the future.*--to.*move base\/2126-01-01T00-00-00\.000Z\.json/)
  const onBackup = (chosen: { finishedAt: string }) => {
    throw new Error(`chosen: ${chosen.finishedAt}`)
  }
  await expect(restore({ ...restored, to: new Date(), onBackup })).rejects.toThrow(`chosen: ${newest.finishedAt}`)
})

test('a backup with a gap in its WAL segments fails verification', async () => {
  const copy = copyOf('gap')
  const own = storeWithPrefix(copy.store, live.own.installation)
  const [manifest] = await readManifests(own, live.envelope)
  await checkBackup(own, live.envelope, manifest!)
  // The last segment is in the store, and the one before it is missing.
  const stopWal = `${manifest!.startWal.slice(0, 16)}000000FF`
  await own.put(`wal/${stopWal}.zst.age`, Readable.from([Buffer.from('segment')]))
  await expect(checkBackup(own, live.envelope, { ...manifest!, stopWal })).rejects.toThrow(/The segment .* is missing/)
})

test('a backup with a damaged WAL segment fails verification', async () => {
  const copy = copyOf('damaged-segment')
  const own = storeWithPrefix(copy.store, live.own.installation)
  const [manifest] = await readManifests(own, live.envelope)
  const path = copy.path(`wal/${manifest!.stopWal}.zst.age`)
  writeFileSync(path, readFileSync(path).subarray(0, -1))
  await expect(checkBackup(own, live.envelope, manifest!)).rejects.toThrow(
    `The segment ${manifest!.stopWal} of the write-ahead log cannot be read`,
  )
})

test('no backup is taken without the keys of the installation, which a restore needs', async () => {
  const keyFile = join(live.dataFolder, 'keys.json')
  const before = await readManifests(live.own, live.envelope)
  renameSync(keyFile, `${keyFile}.away`)
  try {
    await expect(live.backUp()).rejects.toThrow('keys.json is missing')
  } finally {
    renameSync(`${keyFile}.away`, keyFile)
  }
  expect(await readManifests(live.own, live.envelope)).toEqual(before)
})

test('a restore names the first gap of the write-ahead log', async () => {
  const copy = copyOf('later-gap')
  const own = storeWithPrefix(copy.store, live.own.installation)
  const [manifest] = await readManifests(own, live.envelope)
  const afterGap = await live.envelope.close(Readable.from([Buffer.from('never replayed')]))
  await own.put(`wal/${manifest!.startWal.slice(0, 16)}000000FF.zst.age`, afterGap)
  const lines: string[] = []
  const restored = { store: copy.store, identity: live.owner.identity, dataFolder: join(base, 'with-gap') }
  await restore({ ...restored, say: (line) => void lines.push(line) })
  expect(lines.join('\n')).toMatch(/The write-ahead log lacks [0-9A-F]{24}: no change after it is restored/)
  expect((await wordsIn(restored.dataFolder)).slice(-2)).toEqual(['wanted', 'unwanted'])
})

test('an interrupted backup without a manifest is not listed', async () => {
  const cut = join(base, 'cut')
  cpSync(folder, cut, { recursive: true })
  const entry = readdirSync(cut, { recursive: true, withFileTypes: true }).find(({ name }) => name.includes('.json.'))!
  rmSync(join(entry.parentPath, entry.name))
  const attempt = restore({
    store: folderStore(cut),
    identity: live.owner.identity,
    dataFolder: join(base, 'refused'),
    say,
  })
  await expect(attempt).rejects.toThrow('There is no complete backup here')
})

test('a damaged description of one backup is reported, and the new backup is stored', async () => {
  const before = await readManifests(live.own, live.envelope)
  const name = join(folder, live.own.installation, 'base', '2000-01-01T00-00-00.000Z.json.zst.age')
  writeFileSync(name, 'cut off')
  try {
    await expect(live.backUp()).rejects.toThrow('2000-01-01T00-00-00.000Z.json.zst.age cannot be read')
  } finally {
    rmSync(name)
  }
  expect(await readManifests(live.own, live.envelope)).toHaveLength(before.length + 1)
})

test('a renamed copy of a description does not count as a backup', async () => {
  const copy = copyOf('copied-description')
  const own = storeWithPrefix(copy.store, live.own.installation)
  const manifests = await readManifests(own, live.envelope)
  cpSync(copy.path('.json.'), join(base, 'copied-description', live.own.installation, 'base', 'z.json.zst.age'))
  const damaged: string[] = []
  expect(await readManifests(own, live.envelope, (name) => damaged.push(name))).toEqual(manifests)
  expect(damaged).toEqual(['base/z.json.zst.age'])
})

test('expiring backups deletes no file that only a dump of the former managed database references', async () => {
  const own = join(folder, live.own.installation)
  const dump = {
    format: 1,
    archive: 'dumps/2001-01-01T00-00-00.000Z.rows.zst.age',
    takenAt: '2001-01-01T00:00:00.000Z',
    finishedAt: '2001-01-01T00:00:00.000Z',
    release: '1.0.0',
    owner: live.owner.recipient,
    keys: '{}',
    sha256: '',
    tables: {},
    blobs: ['aa-dumped'],
    blobSums: {},
  } satisfies DumpManifest
  const dumped = [dump.archive, dump.archive.replace('.rows', '.json')]
  await writeDumpManifest(live.own, live.envelope, dump)
  const copiedAt = new Date('2000-12-01T00:00:00.000Z')
  for (const name of [dump.archive, blobName('aa-dumped'), blobName('aa-unused')]) {
    writeFileSync(join(own, name), 'a copy')
    utimesSync(join(own, name), copiedAt, copiedAt)
  }
  try {
    await live.backUp()
    expect((await live.own.list('dumps/')).map(({ name }) => name)).toEqual(dumped.toSorted())
    expect((await live.own.list('blobs/')).map(({ name }) => name)).toEqual([blobName('aa-dumped'), blobName('aa-one')])
  } finally {
    rmSync(join(own, 'dumps'), { recursive: true })
    rmSync(join(own, blobName('aa-dumped')), { force: true })
  }
})

test('an S3 bucket stores backups like a folder', async () => {
  const { address } = await testS3()
  const bucket = s3Store(address, join(base, 'spool'))
  const other = await openInstallation(`bucket-${randomBytes(2).toString('hex')}`, bucket)
  await other.write('in the bucket')
  await other.backUp()
  await other.stop()
  const dataFolder = join(base, 'from-bucket')
  await restore({ store: bucket, identity: other.owner.identity, dataFolder, say })
  expect(await wordsIn(dataFolder)).toEqual(['in the bucket'])
})
