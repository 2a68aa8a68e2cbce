// The destination of the log: of equal warnings and errors within a minute the first is written, and at its end how many followed.

type Line = { level: number; msg?: string; err?: { message?: string; code?: string }; route?: string; path?: string }

const warning = 40
/** Further distinct lines are written as they come. */
const mostDistinct = 500

/** `write` gets whole lines. `end` writes what was folded so far. */
export function foldLines(write: (line: string) => void, windowMs = 60_000) {
  const folded = new Map<string, { line: Line; count: number; timer: NodeJS.Timeout }>()

  function close(key: string) {
    const { line, count, timer } = folded.get(key)!
    clearTimeout(timer)
    folded.delete(key)
    const seconds = Math.round(windowMs / 1000)
    if (count > 0)
      write(
        `${JSON.stringify({ level: line.level, time: Date.now(), repeated: count, msg: `${line.msg ?? ''} (repeated ${count} times within ${seconds} s)` })}\n`,
      )
  }

  return {
    write(text: string) {
      const level = Number(/^\{"level":(\d+)/.exec(text)?.[1])
      if (!(level >= warning)) return write(text)
      const line = JSON.parse(text) as Line
      const key = [level, line.msg, line.err?.code, line.err?.message, line.route, line.path].join('\n')
      const known = folded.get(key)
      if (known) {
        known.count += 1
        return
      }
      write(text)
      if (folded.size >= mostDistinct) return
      folded.set(key, { line, count: 0, timer: setTimeout(() => close(key), windowMs).unref() })
    },
    end() {
      for (const key of folded.keys()) close(key)
    },
  }
}
