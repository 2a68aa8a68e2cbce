import type { LogicalMessage } from './pgoutput.ts'

/** What reads the changes. `behindMs` is the time since the commit. `take` may answer a promise: a stream does not run far ahead of what is done. */
export type StreamHandler = {
  take(message: LogicalMessage, behindMs: number): Promise<void> | undefined
  /** The connection is gone; changes from now until the next start are not seen by anybody. */
  lost(): void
}

/** One connection's life: `run` ends, one way or the other, when the stream has. */
export type Stream = {
  run(onStarted: () => void): Promise<void>
  /** Answers whether the changes of everything that is published now flow. */
  isComplete(): Promise<boolean>
  stop(): Promise<void>
}
