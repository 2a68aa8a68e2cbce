// The rights on a private channel, decided by the policies on realtime.messages.
import type pg from 'pg'
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

/** Looks up the rights on a topic (without `realtime:`) of a caller. */
export function createRightsLookup(pool: pg.Pool) {
  const share = singleFlight<Rights>()

  async function query(topic: string, { role, claims }: CallerIdentity): Promise<Rights> {
    const { rows } = await pool.query<{ extension: Extension; may_listen: boolean; may_send: boolean }>({
      name: 'may_use',
      text: 'select extension, may_listen, may_send from realtime.topic_rights($1, $2, $3, $4)',
      values: [topic, extensions, role, claims],
    })
    const rights = { ...openRights }
    for (const { extension, may_listen, may_send } of rows) rights[extension] = { listen: may_listen, send: may_send }
    return rights
  }

  return (topic: string, caller: CallerIdentity): Promise<Rights> =>
    share(JSON.stringify([topic, caller.role, caller.claims]), () => query(topic, caller))
}
