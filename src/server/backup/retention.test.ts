import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupStore } from './backup-store.ts'
import type { Manifest } from './manifest.ts'
import { folderStore } from './folder-store.ts'
import { deleteExpired } from './retention.ts'
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

test('a backup, its segments and its files are deleted once no moment of the retention period needs them', async () => {
  const [old, before, recent] = ['2026-11-01T00:00:00.000Z', '2026-11-15T00:00:00.000Z', '2026-11-29T00:00:00.000Z']
  const { store, names } = storeOf(
    [
      base(old),
      described(old),
      base(before),
      described(before),
      base(recent),
      described(recent),
      wal(1),
      wal(2),
      wal(3),
    ].concat('blobs/deleted.zst.age', 'blobs/present.zst.age'),
    { 'blobs/deleted.zst.age': old, 'blobs/present.zst.age': old },
  )
  const manifests = [backup(old, 1, ['deleted']), backup(before, 2, ['present']), backup(recent, 3, ['present'])]
  await deleteExpired({ store, manifests, keepDays: 14, now })
  expect(names()).toEqual(
    [base(before), described(before), base(recent), described(recent), wal(2), wal(3), 'blobs/present.zst.age'].sort(),
  )
})

test('after the clock was set back, no segment is deleted that a backup with a later time needs', async () => {
  const [ahead, corrected] = ['2026-11-30T11:00:00.000Z', '2026-11-30T09:00:00.000Z']
  const { store, names } = storeOf([wal(1), wal(2), wal(3), wal(4)])
  // The first backup was taken while the clock was two hours fast.
  await deleteExpired({ store, manifests: [backup(corrected, 4), backup(ahead, 2)], keepDays: 14, now })
  expect(names()).toEqual([wal(2), wal(3), wal(4)])
})

test('partial files of a killed backup are deleted after a day, in the folder store and in the local spool of the S3 store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const spool = join(folder, 'spool')
  for (const path of ['base', 'spool']) mkdirSync(join(folder, path))
  const write = (path: string, at: string) => {
    writeFileSync(join(folder, path), '')
    utimesSync(join(folder, path), new Date(at), new Date(at))
  }
  const [old, recent] = ['2026-11-28T12:00:00.000Z', '2026-11-30T11:00:00.000Z']
  write('base/old.tar.zst.age.part', old)
  write('base/recent.tar.zst.age.part', recent)
  write('spool/old', old)
  write('spool/recent', recent)

  await deleteExpired({ store: folderStore(folder), manifests: [backup(recent, 1)], keepDays: 14, now })
  expect(readdirSync(join(folder, 'base'))).toEqual(['recent.tar.zst.age.part'])
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

test('the segments between two are counted across the end of a log', () => {
  expect(segmentsBetween('0000000200000001000000FE', '000000020000000200000001')).toEqual([
    '0000000200000001000000FE',
    '0000000200000001000000FF',
    '000000020000000200000000',
    '000000020000000200000001',
  ])
})
