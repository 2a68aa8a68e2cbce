// Hears from the database that something the pages are made of has changed, on this node or on another.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connect } from '#kernel/postgres/connection.ts'

type Options = { connect: Connect; onChange: () => void; log: { warn(about: object, message: string): void } }

/** Listens until `stop`. While the line is down nothing would be heard, so every new connection counts as a change. */
export async function listenForPageChanges({ connect, onChange, log }: Options) {
  let client: pg.Client | undefined
  let stopped = false

  async function open() {
    const line = new pg.Client({ ...connect('authenticator'), application_name: 'maslul pages' })
    let lost = false
    const again = (error?: Error) => {
      if (lost || stopped) return
      lost = true
      log.warn({ err: error }, 'the line that announces changed pages is down')
      void reopen()
    }
    line.on('error', again)
    line.on('end', () => again())
    line.on('notification', onChange)
    await line.connect()
    await line.query('listen page_changed')
    client = line
    onChange()
  }

  async function reopen() {
    client = undefined
    for (let waitMs = 100; !stopped; waitMs = Math.min(waitMs * 2, 5000)) {
      // A page made while nobody listens is made anew at the next change of the line.
      onChange()
      await sleep(waitMs)
      const opened = await open().then(
        () => true,
        () => false,
      )
      if (opened) return
    }
  }

  let asked: Promise<void> | undefined
  let next: Promise<void> | undefined

  /** The line answers after it has told of everything that was committed before. While it is down nothing is kept for long. */
  async function ask() {
    await client?.query('select').catch(() => {})
  }

  /** Resolves once this node has heard of everything that was committed before the call. Who comes while one is asked shares the next. */
  function caughtUp(): Promise<void> {
    if (asked) return (next ??= asked.then(() => caughtUp()))
    next = undefined
    asked = ask().finally(() => (asked = undefined))
    return asked
  }

  await open()
  return {
    caughtUp,
    async stop() {
      stopped = true
      await client?.end().catch(() => {})
    },
  }
}
