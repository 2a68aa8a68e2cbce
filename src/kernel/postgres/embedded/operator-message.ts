import { statfsSync } from 'node:fs'

/** Maps an error of PostgreSQL to one sentence with instructions for the operator. */
export function operatorMessage(output: string, folder: string): string {
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT|disk is full/i.test(output) || isFull(folder))
    return `The disk that holds ${folder} is full. Free some space and start again; nothing was lost.`
  if (/Read-only file system|EROFS/i.test(output)) return `The disk that holds ${folder} is mounted read-only.`
  if (/Permission denied|EACCES|unable to open|readonly|wrong ownership/i.test(output))
    return `PostgreSQL may not work in ${folder}: ${lastLine(output)}`
  if (/password authentication failed/i.test(output))
    return `The database in ${folder} was made with other keys than those at hand. Put the keys.json that belongs to it back.`
  if (/shared memory|semaphores/i.test(output))
    return `The system gives PostgreSQL no shared memory: ${lastLine(output)}`
  return `PostgreSQL does not start in ${folder}: ${lastLine(output)}`
}

/** On a full disk PostgreSQL may fail to write its log, so its message can be missing. */
function isFull(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < 1_000_000
}

/**
 * True while processes of a dead or starting server still run here; these processes exit by themselves, or are stopped.
 */
export const isStillExiting = (output: string) =>
  /pre-existing shared memory block|shared memory block .* still in use|lock file "postmaster.pid" already exists/i.test(
    output,
  )

/** The most informative log line: the last FATAL one, otherwise the last one. */
function lastLine(output: string) {
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? 'it said nothing.'
}
