// Short variant of npm run bench -- kill-backup.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { measureBackupKills } from '../../bench/backup/kill-rounds.ts'

test('a killed backup or restore leaves no broken backup, and point-in-time recovery during writes is exact to the row', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-backup-'))
  chmodSync(folder, 0o711)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const report = await measureBackupKills(folder, 1)
  expect(report).toMatchObject({ broken: [], different: [] })
  expect(report.rowsWritten).toBeGreaterThan(0)
}, 300_000)
