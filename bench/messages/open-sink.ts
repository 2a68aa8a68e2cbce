// Starts the SMTP sink and waits for the mails it accepts.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export async function openSink() {
  const child = fork(join(import.meta.dirname, 'sink.ts'))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    /** Milliseconds from the start of `work` until this many mails are accepted. */
    async timed(mails: number, work: () => unknown) {
      child.send({ await: mails })
      const all = once(child, 'message')
      const startedAt = performance.now()
      await work()
      await all
      return performance.now() - startedAt
    },
    close: () => void child.kill(),
  }
}
