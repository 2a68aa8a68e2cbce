import { readFileSync, readdirSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU time so far: of each process with its present and past children, and of reaped children. */
export function processorSeconds(pids: number[]) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(
    all.flatMap((pid) => {
      const found = stat(pid)
      return found ? [[pid, found] as const] : []
    }),
  )
  const each = pids.map((pid) => {
    const own = parents.get(pid)
    if (!own) throw new Error(`Process ${pid} is gone`)
    // Children of Node that are listed themselves are not counted twice: the database is started detached.
    const children = [...parents.entries()].filter(([other, { parent }]) => parent === pid && !pids.includes(other))
    return own.self + own.waited + children.reduce((sum, [, child]) => sum + child.self + child.waited, 0)
  })
  return { each, child: stat(process.pid)!.waited }
}

function stat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond
    return { parent: Number(fields[1]), self: seconds(11), waited: seconds(13) }
  } catch {
    return undefined // exited before it was read
  }
}
