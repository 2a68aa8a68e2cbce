import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openBackups } from './backups.ts'

const db = await testDatabase()

test.each([
  { folder: '/mnt/backup', warnings: [expect.stringContaining('nothing is backed up')] },
  { folder: undefined, warnings: [] },
])('a start with a backup target but without a key logs a warning: %o', async ({ folder, warnings }) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'missing-key-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const logged: unknown[] = []
  const backups = await openBackups({
    config: {
      backup: { target: folder === undefined ? undefined : { folder }, time: '23:40', keepDays: 14 },
      dataFolder,
      storage: { sizeLimit: 1000 },
      siteUrl: 'http://localhost:3000',
    },
    connect: db.connect,
    cluster: undefined,
    mails: { send: () => Promise.resolve() } as never,
    log: { warn: (text: unknown) => logged.push(text), error: (text: unknown) => logged.push(text) } as never,
  })
  await backups.stop()
  expect(backups.tasks).toEqual({})
  expect(logged).toEqual(warnings)
})
