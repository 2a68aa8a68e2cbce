// SIGKILL at random points of backups and restores while rows are written: is a broken backup ever accepted? Ten rounds, or --rounds 2.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBackupKills } from './backup/kill-rounds.ts'

const { values } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '10' } } })
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'maslul-kill-backup-'))
chmodSync(folder, 0o711)
try {
  const { broken, different, ...counts } = await measureBackupKills(folder, rounds)
  process.stdout.write(
    `${counts.rounds} rounds: ${counts.backupsKilled} backups and ${counts.restoresKilled} restores killed before their end, ${counts.rowsWritten} rows written by the side\n`,
  )
  process.stdout.write(
    `broken backups that counted as good: ${broken.length}; restores that differ: ${different.length}\n`,
  )
  for (const line of [...broken, ...different]) process.stdout.write(`  ${line}\n`)
  const isProof = counts.backupsKilled > 0 && counts.restoresKilled > 0 && counts.rowsWritten > 0
  if (!isProof) process.stdout.write('no proof: none of the processes was killed before its end\n')
  if (broken.length + different.length > 0 || !isProof) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
