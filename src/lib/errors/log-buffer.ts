// A ring buffer of this browser's last log lines, for debugging. Spec §9.
export const logLimits = { lines: 100, duplicates: 3, duplicatesWithinMs: 30_000 } as const

export type LogLevel = 'info' | 'warn' | 'error'
export type LogLine = { at: number; level: LogLevel; text: string; reference?: string }

/** Keeps the newest lines; drops the fourth identical line within 30 seconds. `now` returns milliseconds. */
export function createLogBuffer(now: () => number = Date.now) {
  const lines: LogLine[] = []
  return {
    /** Returns whether the line was recorded. */
    add(level: LogLevel, text: string, reference?: string): boolean {
      const at = now()
      const alike = lines.filter(
        // After the clock is set back, entries with a future time are no duplicates.
        (line) =>
          line.level === level && line.text === text && at >= line.at && at - line.at < logLimits.duplicatesWithinMs,
      )
      if (alike.length >= logLimits.duplicates) return false
      lines.push({ at, level, text, ...(reference && { reference }) })
      if (lines.length > logLimits.lines) lines.shift()
      return true
    },
    lines: (): readonly LogLine[] => lines,
  }
}
