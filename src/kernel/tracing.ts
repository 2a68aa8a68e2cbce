// Where statements and jobs are traced: channels of Node. Without a subscriber each costs one comparison.
import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/** `text` is the SQL, without its values. */
export type TracedStatement = { text: string }
export type TracedJob = { task: string; id: string; attempt: number }

export const statementChannel: TracingChannel<TracedStatement, unknown> = tracingChannel('kernel:statement')
export const jobChannel: TracingChannel<TracedJob, unknown> = tracingChannel('kernel:job')

/** The promise of the work, which is published with the context if the channel has subscribers. */
export function traced<Context extends object, T>(
  channel: TracingChannel<Context, unknown>,
  context: () => Context,
  work: () => Promise<T>,
): Promise<T> {
  // Of the start alone: hasSubscribers of a tracing channel looks at five channels.
  return channel.start.hasSubscribers ? channel.tracePromise(work, context()) : work()
}
