// Stops the PostgreSQL of a killed process and cleans its pid file. Called with the folder lock held, so no other process interferes.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#lib/startup-error.ts'

const timeoutMs = 30_000

/** Stops the server that still runs on this cluster. False when none does. */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid')
  const lines = readLines(pidFile)
  const pid = Number(lines[0])
  if (!(pid > 0) || !exists(pid)) return false
  if (isZombie(pid) || !isServerOf(pid, cluster)) {
    // The pid belongs to a zombie or has been reused, and PostgreSQL would take either for a running server.
    // The file itself has to stay: it names the shared memory to which processes of the dead server may still be attached.
    // Pids never exceed 2^22.
    writeFileSync(pidFile, ['4194305', ...lines.slice(1)].join('\n'))
    return false
  }
  // SIGINT: fast shutdown with a checkpoint. SIGQUIT: immediate shutdown, with crash recovery at the next start.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalTo(pid, signal)
    for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(10))
      if (!exists(pid) || isZombie(pid)) return true
  }
  throw new StartupError(
    `A PostgreSQL of an earlier run (process ${pid}) works on ${cluster} and does not stop. End it, then start again.`,
  )
}

function readLines(file: string) {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

const exists = (pid: number) => signalTo(pid, 0)

/** False when the process does not exist. */
function signalTo(pid: number, signal: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** A zombie: exited, but not reaped. */
function isZombie(pid: number) {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** Compares the working directory of the process; if that is hidden (some containers), its command line. */
function isServerOf(pid: number, cluster: string) {
  try {
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return there.dev === here.dev && there.ino === here.ino
  } catch {
    const args = commandLine(pid)
    return args[0]!.endsWith('postgres') && args.includes(cluster)
  }
}

function commandLine(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return ['']
  }
}
