// The log destination, which deduplicates warnings and errors: writes the first of a minute, and at its end the number
// of repeats. Duplicates differ at most in time, request and stack: a line with another reference or path is written.

type Line = { level: number; time?: number; reqId?: unknown; msg?: string; err?: { stack?: string } }

const warning = 40
/** Beyond this limit further distinct lines are written without folding. */
const maxDistinct = 500

/** `write` gets whole lines. `end` writes the pending counts. */
export function foldLines(write: (line: string) => void, windowMs = 60_000) {
  const folded = new Map<string, { line: object; msg: string; count: number; timer: NodeJS.Timeout }>()

  function close(key: string) {
    const { line, msg, count, timer } = folded.get(key)!
    clearTimeout(timer)
    folded.delete(key)
    const seconds = Math.round(windowMs / 1000)
    if (count > 0)
      write(
        `${JSON.stringify({ ...line, time: Date.now(), repeated: count, msg: `${msg} (repeated ${count} times within ${seconds} s)` })}\n`,
      )
  }

  return {
    write(text: string) {
      const level = Number(/^\{"level":(\d+)/.exec(text)?.[1])
      if (!(level >= warning)) return write(text)
      const { time: _, reqId: __, ...all } = JSON.parse(text) as Line
      const line = all.err ? { ...all, err: { ...all.err, stack: undefined } } : all
      const key = JSON.stringify(line)
      const entry = folded.get(key)
      if (entry) {
        entry.count += 1
        return
      }
      write(text)
      if (folded.size >= maxDistinct) return
      folded.set(key, { line, msg: line.msg ?? '', count: 0, timer: setTimeout(() => close(key), windowMs).unref() })
    },
    end() {
      for (const key of folded.keys()) close(key)
    },
  }
}
