import { expect, test } from 'vitest'
import { Manifest } from './manifest.ts'

const manifest = (path: string) => ({
  format: 1,
  archive: 'base/a.tar.zst.age',
  finishedAt: '2026-11-27T20:46:31.342Z',
  postgres: '18.4',
  startWal: '000000010000000000000003',
  stopWal: '000000010000000000000003',
  backupLabel: '',
  owner: 'age1',
  folders: [],
  files: { [path]: { size: 1, sha256: '' } },
  blobs: [],
})

test.each([
  ['pg/base/1/1259', true],
  ['keys.json', true],
  ['pg/../../keys.json', false],
  ['/etc/passwd', false],
])('a manifest may contain the path %s: %s', (path, isValid) => {
  expect(Manifest.safeParse(manifest(path)).success).toBe(isValid)
})
