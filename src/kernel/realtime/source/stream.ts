import type { LogicalMessage } from './pgoutput.ts'

/** `take` may return a promise: the stream pauses when too many are pending. `lagMs` is the time since the commit. */
export type StreamHandler = {
  take(message: LogicalMessage, lagMs: number): Promise<void> | undefined
  /** Called when the connection was lost: changes until the next start are missed. */
  lost(): void
}

/** One connection: `run` settles when the stream has ended. */
export type Stream = {
  run(onStarted: () => void): Promise<void>
  /** Whether the changes of every published table stream by now. */
  isComplete(): Promise<boolean>
  stop(): Promise<void>
}
