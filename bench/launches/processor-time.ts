// CPU time of the product and of its PostgreSQL, from /proc.
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10

type Times = { parent: number; ownMs: number; endedMs: number }

/** `endedMs`: CPU time of exited children. Undefined for a process that has exited. */
function timesOf(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [
      fields[1],
      fields[11],
      fields[12],
      fields[13],
      fields[14],
    ]
    return { parent, ownMs: (user + system) * tickMs, endedMs: (endedUser + endedSystem) * tickMs }
  } catch {
    return undefined
  }
}

/** CPU time since process start, in milliseconds. */
export function processorTime({ node, postmaster }: { node: number; postmaster: number }) {
  let postgres = timesOf(postmaster)?.endedMs ?? 0
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined
    if (times && (times.parent === postmaster || Number(name) === postmaster)) postgres += times.ownMs
  }
  return { nodeMs: timesOf(node)?.ownMs ?? 0, postgresMs: postgres }
}
