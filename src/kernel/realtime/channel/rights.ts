// The rights on a private channel, decided by the policies on realtime.messages.
import type pg from 'pg'
import { isDatabaseAway } from '../../postgres/database-away.ts'
import type { CallerIdentity } from '../changes/tables.ts'
import { singleFlight } from './single-flight.ts'

const extensions = ['broadcast', 'presence', 'persistence'] as const
type Extension = (typeof extensions)[number]
/** SELECT allows receiving, INSERT allows sending; for `persistence`, sending means saving messages. */
export type Rights = Record<Extension, { listen: boolean; send: boolean }>

const all = { listen: true, send: true }
const none = { listen: false, send: false }
/** Public channels are open to every caller, and their messages are not saved. */
export const openRights: Rights = { broadcast: all, presence: all, persistence: none }

export type RightsLookup = ReturnType<typeof createRightsLookup>

type Lookup = { topic: string; caller: CallerIdentity; answer: PromiseWithResolvers<Rights> }

/** Lookups of one statement: few enough that slow policies do not reach its timeout. */
const mostTogether = 25
/** Statements at a time. The pool has no more connections. */
const mostAtOnce = 2

/** Looks up the rights on a topic (without `realtime:`) of a caller. Lookups that wait at the same time share a statement. */
export function createRightsLookup(pool: pg.Pool) {
  const share = singleFlight<Rights>()
  const waiting: Lookup[] = []
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
    const answers = lookups.map(() => ({ ...openRights }))
    for (const { n, extension, may_listen, may_send } of rows)
      answers[n - 1]![extension] = { listen: may_listen, send: may_send }
    return answers
  }

  async function answer(lookups: readonly Lookup[]): Promise<void> {
    try {
      for (const [i, rights] of (await query(lookups)).entries()) lookups[i]!.answer.resolve(rights)
    } catch (error) {
      // An error that one lookup causes is its own. A lost database is not asked again.
      if (lookups.length > 1 && !isDatabaseAway(error)) await Promise.all(lookups.map((lookup) => answer([lookup])))
      else for (const lookup of lookups) lookup.answer.reject(error)
    }
  }

  async function runNext() {
    running++
    await answer(waiting.splice(0, mostTogether))
    running--
    start()
  }

  function start() {
    while (running < mostAtOnce && waiting.length > 0) void runNext()
  }

  function ask(topic: string, caller: CallerIdentity) {
    const lookup = { topic, caller, answer: Promise.withResolvers<Rights>() }
    // Lookups of the same turn of the event loop share the first statement, too.
    if (waiting.push(lookup) === 1) setImmediate(start)
    return lookup.answer.promise
  }

  return (topic: string, caller: CallerIdentity): Promise<Rights> =>
    share(JSON.stringify([topic, caller.role, caller.claims]), () => ask(topic, caller))
}
