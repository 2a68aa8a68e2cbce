// The last lines of this browser's log, for whoever looks into a fault. Spec §9.
export const logLimits = { lines: 100, duplicates: 3, duplicatesWithinMs: 30_000 } as const

export type LogLevel = 'info' | 'warn' | 'error'
export type LogLine = { at: number; level: LogLevel; text: string; reference?: string }

/** Keeps the newest lines; the same line is taken three times in 30 seconds and then passed over. `now` answers milliseconds. */
export function createLogBuffer(now: () => number = Date.now) {
  const lines: LogLine[] = []
  return {
    /** Says whether the line was taken. */
    add(level: LogLevel, text: string, reference?: string): boolean {
      const at = now()
      const alike = lines.filter(
        // A clock that was set back makes nothing a duplicate of what lies ahead of it.
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
