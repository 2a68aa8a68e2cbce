// Tracing of statements and jobs by Node's diagnostics channels. Without a subscriber a call costs one comparison.
import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/** `text` is the SQL, without its values. */
export type TracedStatement = { text: string }
export type TracedJob = { task: string; id: string; attempt: number }

export const statementChannel: TracingChannel<TracedStatement, unknown> = tracingChannel('kernel:statement')
export const jobChannel: TracingChannel<TracedJob, unknown> = tracingChannel('kernel:job')

/** Runs the work, and publishes it with its context if the channel has subscribers. */
export function withTracing<Context extends object, T>(
  channel: TracingChannel<Context, unknown>,
  context: () => Context,
  work: () => Promise<T>,
): Promise<T> {
  // Only `start` is checked: hasSubscribers of a tracing channel checks five channels.
  return channel.start.hasSubscribers ? channel.tracePromise(work, context()) : work()
}
