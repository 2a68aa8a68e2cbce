// Creates, opens and uses mailed links that perform an action without a sign-in.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { ActByLink, type ActionKind, ActionPage, linkDays, OpenActionLink, refusals } from './action-links.ts'

type NewActionLink = { kind: ActionKind; entityId: string; contactId: string; address: string }
type MakeActionLink = (db: Db, link: NewActionLink) => Promise<string | undefined>

/** The URL of a new link; undefined if the contact no longer exists. Only the token hash is stored. */
export const makeActionLink =
  (siteUrl: string): MakeActionLink =>
  async (db, { kind, entityId, contactId, address }) => {
    const { path } = await db.one<{ path: string | null }>('select make_action_link($1, $2, $3, $4, $5) as path', [
      kind,
      entityId,
      contactId,
      address,
      linkDays,
    ])
    return path === null ? undefined : siteUrl + path
  }

const options = {
  caller: 'anyone',
  as: 'service', // authorized by the link token
  refusals,
  perClient: { burst: 60, refillMs: 3_600_000 },
} as const

/** A POST, so that no log contains the token. Read-only. */
export const openActionLink = defineFunction({
  ...options,
  name: 'open-action-link',
  input: OpenActionLink,
  output: ActionPage,
  async run({ input: { token }, db }) {
    const { page } = await db.one<{ page: unknown }>('select open_action_link($1) as page', [token])
    if (!page) throw new Refusal('link_unknown', 404, refusals.link_unknown)
    return ActionPage.parse(page)
  },
})

type UsedLink = { kind: ActionKind; entityId: string; contactId: string }
type ActionHandler = (db: Db, used: UsedLink, input: ActByLink) => Promise<void>

type ReportMetric = (db: Db, used: UsedLink, typed: string) => Promise<void>

/** Performs the action of a link and marks it as used, atomically. Metrics are stored by the injected function. */
export const actByLink = (reportMetric: ReportMetric) => {
  const acts: Record<ActionKind, ActionHandler> = {
    async task(db, { entityId }) {
      await db.query('select finish_linked_task($1)', [entityId])
    },
    async message(db, { entityId, contactId }, { body = '' }) {
      if (body.trim() === '') throw new Refusal('reply_missing', 422, refusals.reply_missing)
      await db.query('select reply_to_linked_message($1, $2, $3)', [entityId, contactId, body.trim()])
    },
    metric: (db, used, { value = '' }) => reportMetric(db, used, value),
  }
  return defineFunction({
    ...options,
    name: 'act-by-link',
    input: ActByLink,
    output: z.object({}),
    async run({ input, db }) {
      const used = await db.one<UsedLink>(
        'select kind, entity_id as "entityId", contact_id as "contactId" from use_action_link($1)',
        [input.token],
      )
      await acts[used.kind](db, used, input)
      return {}
    },
  })
}
