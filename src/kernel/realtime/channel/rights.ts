// What a private channel allows: the policies on realtime.messages decide.
import type pg from 'pg'
import type { Reader } from '../changes/tables.ts'
import { onceAtATime } from './once.ts'

const extensions = ['broadcast', 'presence', 'persistence'] as const
type Extension = (typeof extensions)[number]
/** SELECT lets listen, INSERT lets send; for `persistence`, send means to have messages kept. */
export type Rights = Record<Extension, { listen: boolean; send: boolean }>

const all = { listen: true, send: true }
const none = { listen: false, send: false }
/** On a public channel everybody may talk, and nothing is kept. */
export const openRights: Rights = { broadcast: all, presence: all, persistence: none }

export type AskRights = ReturnType<typeof createRights>

/** Asks for a topic (without `realtime:`) and a reader. */
export function createRights(pool: pg.Pool) {
  const once = onceAtATime<Rights>()

  async function ask(topic: string, { role, claims }: Reader): Promise<Rights> {
    const { rows } = await pool.query<{ extension: Extension; may_listen: boolean; may_send: boolean }>({
      name: 'may_use',
      text: `select extension, may_listen, may_send from unnest($2::text[]) as extension, realtime.topic_rights($1, extension, $3, $4)`,
      values: [topic, extensions, role, claims],
    })
    const rights = { ...openRights }
    for (const { extension, may_listen, may_send } of rows) rights[extension] = { listen: may_listen, send: may_send }
    return rights
  }

  return (topic: string, reader: Reader): Promise<Rights> =>
    once(JSON.stringify([topic, reader.role, reader.claims]), () => ask(topic, reader))
}
