// Client messages during the quiet hours of staff are neither mailed nor pushed, but listed in notifications and the
// digest.
import { expect, test } from 'vitest'
import { pushNotice, pushPurpose } from '#features/notifications/push-notice.server.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../test/actors.ts'
import { testDatabase } from '../../test/database.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const asService = <T>(work: (own: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)

test.each([
  ['at night', 0, '2026-11-24T23:30:00+02:00'],
  ['before seven', 0, '2026-11-24T06:59:00+02:00'],
  ['on Saturday', 0, '2026-11-28T11:00:00+02:00'],
  ['on a holiday', 0, '2026-09-13T11:00:00+03:00'],
  ['on a working day', 1, '2026-11-24T11:00:00+02:00'],
])(
  'a message of a client %s is in the notifications and the digest, with %i pushes and no mail',
  async (_, pushes, now) => {
    await db.sql('delete from mail.outbox')
    await db.sql('delete from notifications')
    await db.sql('delete from channel_notices')
    await db.sql(
      `insert into push_subscriptions (user_id, endpoint_hash, sealed) values ($1, repeat('a', 64), 'x') on conflict do nothing`,
      [ids.coach],
    )
    await db.sql(
      `insert into notification_preferences (user_id, type, in_app, digest, push) values ($1, 'message.received', true, true, true)
     on conflict (user_id, type) do nothing`,
      [ids.coach],
    )
    const client = await id('insert into auth.users (email) values ($1) returning id', [
      `${crypto.randomUUID()}@example.com`,
    ])
    await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [client])
    const contact = await id(
      `insert into contacts (first_name, client_user_id, owner_id) values ('נועה', $1, $2) returning id`,
      [client, ids.coach],
    )
    const thread = await id('insert into threads (contact_id) values ($1) returning id', [contact])
    await db.as(
      { role: 'authenticated', sub: client },
      `insert into thread_messages (thread_id, body) values ($1, 'אפשר להתקשר?')`,
      [thread],
    )
    expect(await db.sql('select user_id from notifications where related_entity_id = $1', [contact])).toEqual([
      { user_id: ids.coach },
    ])
    const [{ id: notice }] = (await db.sql<{ id: string }>('select id from channel_notices where for_push')) as [
      { id: string },
    ]
    await pushNotice(asService, () => new Date(now))({ notice }, {} as never)
    expect(await db.sql('select purpose from mail.outbox')).toEqual(
      Array.from({ length: pushes }, () => ({ purpose: pushPurpose })),
    )
    expect(await db.sql('select for_digest from channel_notices where id = $1', [notice])).toEqual([
      { for_digest: true },
    ])
  },
)
