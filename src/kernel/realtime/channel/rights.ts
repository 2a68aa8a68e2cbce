// The rights on a private channel, decided by the policies on realtime.messages.
import type pg from 'pg'
import { isDatabaseAway } from '../../postgres/database-away.ts'
import type { CallerIdentity } from '../changes/tables.ts'
import { OverloadError } from './join.ts'

const extensions = ['broadcast', 'presence', 'persistence'] as const
type Extension = (typeof extensions)[number]
/** SELECT allows receiving, INSERT allows sending; for `persistence`, sending means saving messages. */
export type Rights = Record<Extension, { listen: boolean; send: boolean }>

const all = { listen: true, send: true }
const none = { listen: false, send: false }
/** Public channels are open to every caller, and their messages are not saved. */
export const openRights: Rights = { broadcast: all, presence: all, persistence: none }
export const noRights: Rights = { broadcast: none, presence: none, persistence: none }

export type RightsLookup = ReturnType<typeof createRightsLookup>

type Lookup = { topic: string; caller: CallerIdentity; answer: PromiseWithResolvers<Rights> }

/** Lookups per statement: few enough that slow policies do not exceed the statement timeout. */
const maxBatchSize = 25
/** Maximum of concurrent statements, equal to the connections of the pool. */
const maxConcurrent = 2

/** Limit of queued lookups: enough for an event whose guests all join two topics within a second. */
const maxWaiting = 5000

/**
 * Looks up the rights of a caller on a topic (without `realtime:`). Queued lookups are batched into one statement, and equal ones
 * share a result. A running statement is not shared: it may miss a right that was revoked since.
 */
export function createRightsLookup(pool: pg.Pool) {
  const waiting = new Map<string, Lookup>()
  let running = 0

  async function query(lookups: readonly Lookup[]): Promise<Rights[]> {
    const { rows } = await pool.query<{ n: number; extension: Extension; may_listen: boolean; may_send: boolean }>({
      name: 'rights_on_topics',
      text: 'select n, extension, may_listen, may_send from realtime.rights_on_topics($1, $2, $3, $4)',
      values: [
        lookups.map(({ topic }) => topic),
        extensions,
        lookups.map(({ caller }) => caller.role),
        lookups.map(({ caller }) => caller.claims),
      ],
    })
    const answers = lookups.map(() => ({ ...noRights }))
    for (const { n, extension, may_listen, may_send } of rows)
      answers[n - 1]![extension] = { listen: may_listen, send: may_send }
    return answers
  }

  async function answer(lookups: readonly Lookup[]): Promise<void> {
    try {
      for (const [i, rights] of (await query(lookups)).entries()) lookups[i]!.answer.resolve(rights)
    } catch (error) {
      // After an error each lookup is retried alone, so that only its cause fails. There is no retry during an outage.
      if (lookups.length > 1 && !isDatabaseAway(error)) await Promise.all(lookups.map((lookup) => answer([lookup])))
      else for (const lookup of lookups) lookup.answer.reject(error)
    }
  }

  function take() {
    const taken = [...waiting.entries().take(maxBatchSize)]
    for (const [key] of taken) waiting.delete(key)
    return taken.map(([, lookup]) => lookup)
  }

  async function runNext() {
    running++
    await answer(take())
    running--
    start()
  }

  function start() {
    while (running < maxConcurrent && waiting.size > 0) void runNext()
  }

  return (topic: string, caller: CallerIdentity): Promise<Rights> => {
    const key = JSON.stringify([topic, caller.role, caller.claims])
    const pending = waiting.get(key)
    if (pending) return pending.answer.promise
    if (waiting.size >= maxWaiting)
      throw new OverloadError('IncreaseConnectionPool: Too many channels are joining at once, please try again')
    const lookup: Lookup = { topic, caller, answer: Promise.withResolvers() }
    waiting.set(key, lookup)
    // Deferred, so that lookups of the same event loop turn share the first statement.
    if (waiting.size === 1) setImmediate(start)
    return lookup.answer.promise
  }
}
