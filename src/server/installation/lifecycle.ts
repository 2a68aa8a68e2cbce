// Process lifecycle: startup errors as one sentence, and a single orderly shutdown.
import { StartupError } from '#lib/startup-error.ts'

const shutdownTimeoutMs = 40_000

/** Runs until a signal. Ctrl-C arrives twice (from the terminal and from npm), so later signals are ignored. */
export async function runUntilStopped(begin: () => Promise<{ stop(): Promise<void> }>) {
  const starting = begin()
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    // The process exits even if a part hangs; an orphaned database is replaced at the next start.
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    try {
      const running = await starting.catch(() => undefined)
      await running?.stop()
    } catch (error) {
      printError(error)
      code = 1
    }
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      printError(error)
      void stop(1)
    })
  try {
    await starting
  } catch (error) {
    if (!stopping) printError(error)
    process.exit(1)
  }
}

export function printLine(text: string) {
  process.stdout.write(`${text}\n`)
}

function printError(error: unknown) {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
}
