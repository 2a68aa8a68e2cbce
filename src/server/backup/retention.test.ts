import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupStore } from './backup-store.ts'
import { dumps } from './dump-manifest.ts'
import { folderStore } from './folder-store.ts'
import { baseBackups, type Manifest } from './manifest.ts'
import { deleteExpired, deleteUnneededSegments } from './retention.ts'
import { segmentsBetween } from './run-backup.ts'
import { s3Store } from './s3-store.ts'

const now = new Date('2026-11-30T12:00:00.000Z')

/** A store whose objects were all stored at `now`, unless the name is listed with another time. */
function storeOf(names: string[], storedAt: Record<string, string> = {}) {
  const objects = new Set(names)
  const store: BackupStore = {
    put: () => Promise.reject(new Error('not used')),
    get: async () => Readable.from([]),
    list: async (prefix) =>
      [...objects]
        .filter((name) => name.startsWith(prefix))
        .sort()
        .map((name) => ({ name, size: 1, storedAt: new Date(storedAt[name] ?? now) })),
    remove: async (name) => void objects.delete(name),
    discardParts: async () => {},
  }
  return { store, names: () => [...objects].sort() }
}

const segment = (n: number) => `00000001000000000000000${n}`
const wal = (n: number) => `wal/${segment(n)}.zst.age`
const base = (at: string) => `base/${at}.tar.zst.age`
const described = (at: string) => `base/${at}.json.zst.age`
const backup = (finishedAt: string, first: number, blobs: string[] = []) =>
  ({
    archive: base(finishedAt),
    finishedAt,
    startWal: segment(first),
    stopWal: segment(first),
    blobs,
  }) as unknown as Manifest

const dumpOf = (finishedAt: string, blobs: string[] = []) => ({
  archive: `dumps/${finishedAt}.rows.zst.age`,
  finishedAt,
  blobs,
})
const filesOf = ({ archive }: { archive: string }) => [archive, archive.replace('.rows', '.json')]

async function expireBackups(store: BackupStore, manifests: Manifest[], others: ReturnType<typeof dumpOf>[] = []) {
  const retained = await deleteExpired({ store, kind: baseBackups, manifests, others, keepDays: 14, now })
  await deleteUnneededSegments(store, retained)
}

test('a backup, its segments and its files are deleted once no moment of the retention period needs them', async () => {
  const old = '2026-11-01T00:00:00.000Z'
  const others = ['2026-11-15', '2026-11-28', '2026-11-29'].map((day) => `${day}T00:00:00.000Z`)
  const archives = (times: string[]) => times.flatMap((at) => [base(at), described(at)])
  const { store, names } = storeOf(
    [...archives([old, ...others]), wal(1), wal(2), wal(3), 'blobs/deleted.zst.age', 'blobs/present.zst.age'],
    { 'blobs/deleted.zst.age': old, 'blobs/present.zst.age': old },
  )
  const manifests = [backup(old, 1, ['deleted']), ...others.map((at) => backup(at, 2, ['present']))]
  await expireBackups(store, manifests)
  expect(names()).toEqual([...archives(others), wal(2), wal(3), 'blobs/present.zst.age'].sort())
})

/** Stores dumps of these days, the last one being the newest, and expires them. Returns the days whose dumps remain. */
async function daysLeft(days: string[], keepDays: number) {
  const manifests = days.map((day) => dumpOf(`${day}T00:00:00.000Z`))
  const { store, names } = storeOf(manifests.flatMap(filesOf))
  const options = { kind: dumps, manifests, others: [], keepDays }
  await deleteExpired({ ...options, store, now: new Date(`${days.at(-1)}T00:01:00.000Z`) })
  return days.filter((day) => names().some((name) => name.includes(day)))
}
const november = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `2026-11-${String(from + n).padStart(2, '0')}`)

test('a clock that is years ahead during one backup expires no more than the backups of two days', async () => {
  expect(await daysLeft(november(1, 29), 14)).toEqual(november(15, 29))
  expect(await daysLeft([...november(1, 29), '2031-01-01'], 14)).toEqual([...november(17, 29), '2031-01-01'])
})

test('the three newest backups are retained, even if the retention period is shorter', async () => {
  expect(await daysLeft(november(1, 9), 1)).toEqual(november(7, 9))
})

test('after the clock was set back, no segment is deleted that a backup with a later timestamp needs', async () => {
  const [ahead, corrected] = ['2026-11-30T11:00:00.000Z', '2026-11-30T09:00:00.000Z']
  const { store, names } = storeOf([wal(1), wal(2), wal(3), wal(4)])
  // The first backup was taken while the clock was two hours fast.
  await expireBackups(store, [backup(corrected, 4), backup(ahead, 2)])
  expect(names()).toEqual([wal(2), wal(3), wal(4)])
})

test('a dump and its files are deleted once no moment of the retention period needs them', async () => {
  const old = dumpOf('2026-11-01T00:00:00.000Z', ['deleted'])
  const before = dumpOf('2026-11-15T00:00:00.000Z', ['present'])
  const eve = dumpOf('2026-11-28T00:00:00.000Z', ['present'])
  const recent = dumpOf('2026-11-29T00:00:00.000Z', ['present'])
  const cut = 'dumps/2026-11-20T00:00:00.000Z.rows.zst.age'
  const blobs = ['blobs/deleted.zst.age', 'blobs/present.zst.age']
  const { store, names } = storeOf([...[old, before, eve, recent].flatMap(filesOf), cut, ...blobs], {
    [cut]: '2026-11-20T00:00:00.000Z',
    'blobs/deleted.zst.age': old.finishedAt,
    'blobs/present.zst.age': old.finishedAt,
  })
  await deleteExpired({ store, kind: dumps, manifests: [old, before, eve, recent], others: [], keepDays: 14, now })
  expect(names()).toEqual([...[before, eve, recent].flatMap(filesOf), 'blobs/present.zst.age'].sort())
})

test('after a move of the database, expiring backups of one kind deletes no file that only the other kind references', async () => {
  const [former, recent] = ['2026-07-01T00:00:00.000Z', '2026-11-29T00:00:00.000Z']
  const storedAt = {
    'blobs/former.zst.age': '2026-06-01T00:00:00.000Z',
    'blobs/unused.zst.age': '2026-06-01T00:00:00.000Z',
    // Referenced only by the write-ahead log after the earlier backup, and listed in no manifest.
    'blobs/later.zst.age': '2026-07-05T00:00:00.000Z',
  }
  const inBase = (at: string) => [base(at), described(at), wal(1)]
  const deletedFrom = async (archives: string[], expire: (store: BackupStore) => Promise<unknown>) => {
    const all = [...archives, ...Object.keys(storedAt)]
    const { store, names } = storeOf(all, storedAt)
    await expire(store)
    return all.filter((name) => !names().includes(name))
  }

  const formerDump = dumpOf(former, ['former'])
  expect(
    await deletedFrom([...inBase(recent), ...filesOf(formerDump)], (store) =>
      expireBackups(store, [backup(recent, 1)], [formerDump]),
    ),
  ).toEqual(['blobs/unused.zst.age'])

  const options = { kind: dumps, manifests: [dumpOf(recent)], others: [backup(former, 1, ['former'])] }
  expect(
    await deletedFrom([...inBase(former), ...filesOf(dumpOf(recent))], (store) =>
      deleteExpired({ ...options, store, keepDays: 14, now }),
    ),
  ).toEqual(['blobs/unused.zst.age'])
})

test('partial files of a killed backup are deleted after a day, in a folder store and in the spool of an S3 store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const spool = join(folder, 'spool')
  for (const path of ['base', 'blobs', 'spool']) mkdirSync(join(folder, path))
  const write = (path: string, at: string) => {
    writeFileSync(join(folder, path), '')
    utimesSync(join(folder, path), new Date(at), new Date(at))
  }
  const [old, recent] = ['2026-11-28T12:00:00.000Z', '2026-11-30T11:00:00.000Z']
  write('base/old.tar.zst.age.part', old)
  write('base/recent.tar.zst.age.part', recent)
  write('blobs/old.zst.age.part', old)
  write('spool/old', old)
  write('spool/recent', recent)

  await expireBackups(folderStore(folder), [backup(recent, 1)])
  expect(readdirSync(join(folder, 'base'))).toEqual(['recent.tar.zst.age.part'])
  expect(readdirSync(join(folder, 'blobs'))).toEqual([])
  const address = {
    origin: 'http://127.0.0.1:1',
    bucket: '',
    prefix: '',
    region: '',
    accessKeyId: '',
    secretAccessKey: '',
  }
  await s3Store(address, spool).discardParts('base/', new Date('2026-11-29T12:00:00.000Z'))
  expect(readdirSync(spool)).toEqual(['recent'])
})

test('the names of the segments between two segments continue across the end of a log file', () => {
  expect(segmentsBetween('0000000200000001000000FE', '000000020000000200000001')).toEqual([
    '0000000200000001000000FE',
    '0000000200000001000000FF',
    '000000020000000200000000',
    '000000020000000200000001',
  ])
})
