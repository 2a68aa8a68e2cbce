import { expect, test } from 'vitest'
import { makeActionLink } from '#features/action-links/action-links.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { textOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const get = (url: string) => app.inject({ url: url.split('#')[0]! })
const post = (url: string, fields: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const [client] = await db.sql<{ id: string; address: string }>(
  `select c.id, p.value_norm as address from contacts c join contact_points p on p.contact_id = c.id and p.kind = 'email'
   where c.client_user_id is not null limit 1`,
)
const link = async (kind: 'task' | 'message', entityId: string) =>
  (await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    makeActionLink('')(tx, { kind, entityId, contactId: client!.id, address: client!.address }),
  ))!

test('a GET of a mailed link changes nothing, and a POST without JavaScript completes the task', async () => {
  const [task] = await db.sql<{ id: string }>(
    `insert into tasks (name, contact_id, shared_with) values ('תלושי שכר', $1, 'client') returning id`,
    [client!.id],
  )
  const url = await link('task', task!.id)
  const status = async () => (await db.sql('select status from tasks where id = $1', [task!.id]))[0]
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const { statusCode, headers } = await app.inject({ method, url })
    expect([statusCode, headers['referrer-policy'], headers['cache-control']]).toEqual([200, 'no-referrer', 'no-store'])
  }
  const { body } = await get(url)
  expect(textOf(body)).toContain('תלושי שכר')
  expect(body).toContain('content="noindex"')
  expect(await status()).toEqual({ status: 'To Do' })
  const pressed = await post(url)
  expect([pressed.statusCode, pressed.headers.location]).toEqual([303, `${url}?done=1#state`])
  expect(await status()).toEqual({ status: 'Done' })
  expect(textOf((await get(pressed.headers.location!)).body)).toContain('המשימה סומנה')
  const again = await post(url)
  expect(again.statusCode).toBe(409)
  expect(textOf(again.body)).toContain('המשימה כבר מסומנת')
  expect(textOf(again.body)).not.toContain('תלושי שכר')
})

test('an empty reply is rejected as required, and a late reply is shown on the page again', async () => {
  const [message] = await db.sql<{ id: string }>(
    `insert into thread_messages (thread_id, author_kind, body)
     select id, 'staff', 'מה גובה המשכנתה?' from threads where contact_id = $1 limit 1 returning id`,
    [client!.id],
  )
  await db.sql(
    `insert into files (contact_id, name, thread_id, thread_message_id, stored_at)
     select $1, 'סוד.pdf', thread_id, id, now() from thread_messages where id = $2`,
    [client!.id, message!.id],
  )
  const url = await link('message', message!.id)
  // The link accepts a reply; the file and its name require sign-in.
  const shown = textOf((await get(url)).body)
  expect(shown).toContain('צורף קובץ')
  expect(shown).not.toContain('סוד.pdf')
  const empty = await post(url, { reply: '1', body: ' ' })
  expect(empty.statusCode).toBe(422)
  expect(textOf(empty.body)).toContain('כתבו כמה מילים')
  expect((await post(url, { reply: '1', body: '4,200 בחודש' })).statusCode).toBe(303)
  expect(await db.sql(`select author_kind from thread_messages where body = '4,200 בחודש'`)).toEqual([
    { author_kind: 'client' },
  ])
  const late = await post(url, { reply: '1', body: 'תיקון: 4,300' })
  expect(late.statusCode).toBe(409)
  expect(textOf(late.body)).toContain('תיקון: 4,300')
  expect(textOf((await get(`/act/${'x'.repeat(24)}`)).body)).toContain('הקישור אינו מוכר')
})
