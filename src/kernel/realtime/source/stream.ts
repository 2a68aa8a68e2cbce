import type { LogicalMessage } from './pgoutput.ts'
import type { Position } from './position.ts'

/** How long ago a message was committed, and where it stands. */
export type Context = { behindMs: number; position: Position }

/** What reads the changes. `take` may answer a promise: a stream does not run far ahead of what is done. */
export type StreamReader = {
  /** From now on nothing is missed. */
  started(): void
  take(message: LogicalMessage, context: Context): Promise<void> | undefined
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
