// Messages of templates, as automations schedule them: rendered when they are sent, with the footer of their purpose.
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { createPreferencesLink } from '#features/newsletter/subscribers.server.ts'
import { textsOf } from '#platform/message-content/check-content.ts'
import { makeActors } from '../../test/actors.ts'
import { testDatabase } from '../../test/database.ts'
import { composeTemplateMessage } from './template-messages.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const inService = <Row>(sql: string, values: unknown[]) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) => tx.query<Row>(sql, values))

const compose = composeMessage({
  compose: {},
  composeTemplate: composeTemplateMessage({
    composeService: async (content) => ({
      subject: content.subject,
      html: '',
      text: content.blocks.flatMap(textsOf).join('\n'),
    }),
    composeCampaign: async (content, { preferences }) => ({
      subject: `פרסומת | ${content.subject}`,
      html: '',
      text: preferences,
      replyTo: null,
    }),
    makeLink: createPreferencesLink,
    siteUrl: 'http://site.test',
  }),
})
const send = () =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now: new Date('2026-11-24T12:00:00+02:00'), compose }),
  )

beforeEach(async () => {
  await db.sql('delete from mail.outbox')
  await db.sql('delete from scheduled_messages')
})

let serial = 0
async function contact(firstName = 'נועה') {
  const email = `reader${serial++}@example.com`
  const [row] = await db.sql<{ id: string }>('insert into contacts (first_name) values ($1) returning id', [firstName])
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [row!.id, email],
  )
  return { id: row!.id, email }
}

async function template(purpose: string, { isPublished = true, text = 'שלום {{שם_פרטי}},' } = {}) {
  const content = JSON.stringify({ subject: 'המפגש הבא', preheader: '', blocks: [{ kind: 'text', text }] })
  const [row] = await db.sql<{ id: string }>(
    `with made as (
       insert into message_templates (name, channel, purpose, draft, published_number)
       values ($1, 'email', $2, $3, $4) returning id),
     version as (insert into message_template_versions (template_id, number, content) select id, 1, $3 from made)
     select id from made`,
    [`תבנית ${serial++}`, purpose, content, isPublished ? 1 : null],
  )
  return row!.id
}

async function schedule(to: string, templateId: string, purpose: string) {
  const [row] = await inService<{ id: string }>(
    `select private.schedule_message($1, $2, 'email', $3, $4, 'automation_run', gen_random_uuid(), now() - interval '1 second') as id`,
    [`${purpose}:automation_run:${serial++}`, to, purpose, templateId],
  )
  return row!.id
}
const saveAdvertiser = (address: string | null) =>
  db.sql(
    `insert into business_profiles (user_id, legal_name, address, phone)
     select private.business_owner(), 'חברה לדוגמה בע״מ', $1, '03-0000000'
     on conflict (user_id) do update set address = excluded.address`,
    [address],
  )
const mails = () =>
  db.sql<{ subject: string; text: string; headers: Record<string, string> }>(
    'select subject, text, headers from mail.outbox',
  )
const reasonOf = async (id: string) =>
  (await db.sql<{ skip_reason: string }>('select skip_reason from scheduled_messages where id = $1', [id]))[0]!
    .skip_reason

test('a service message is rendered for its recipient and has no unsubscribe link', async () => {
  const { id } = await contact()
  await schedule(id, await template('service'), 'service')
  await send()
  expect(await mails()).toEqual([{ subject: 'המפגש הבא', text: expect.stringContaining('שלום נועה,'), headers: {} }])
})

test('an advertisement waits a day for a missing detail of the advertiser that the law requires, and is then sent', async () => {
  const { id, email } = await contact()
  await db.as(as.owner, `select record_consent($1, 'email', $2, 'grant', 'ביקשו בטלפון')`, [id, email])
  await saveAdvertiser(null)
  const message = await schedule(id, await template('marketing'), 'marketing')
  await send()
  expect(
    await db.sql(
      `select status, waits_because, round(extract(epoch from send_at - now()) / 3600)::int as hours, jsonb_array_length(waits) as waits
       from scheduled_messages where id = $1`,
      [message],
    ),
  ).toEqual([{ status: 'scheduled', waits_because: 'no_advertiser', hours: 24, waits: 1 }])
  expect(await mails()).toEqual([])
  await saveAdvertiser('רחוב הדוגמה 1, תל אביב-יפו')
  await db.sql(`update scheduled_messages set send_at = now() - interval '1 second' where id = $1`, [message])
  await send()
  expect(await mails()).toHaveLength(1)
})

test.each([
  ['a week after its time', `planned_at = planned_at - interval '6 days 1 hour'`],
  ['when it expires within the day', `expires_at = now() + interval '2 hours'`],
])('an advertisement with a missing detail of the advertiser is skipped %s', async (_when, change) => {
  const { id, email } = await contact()
  await db.as(as.owner, `select record_consent($1, 'email', $2, 'grant', 'ביקשו בטלפון')`, [id, email])
  await saveAdvertiser(null)
  const message = await schedule(id, await template('marketing'), 'marketing')
  await db.sql(`update scheduled_messages set ${change} where id = $1`, [message])
  await send()
  expect(await reasonOf(message)).toBe('no_advertiser')
  expect(await mails()).toEqual([])
})

test('an advertisement requires consent, and has the legal label and one-click unsubscribe', async () => {
  await saveAdvertiser('רחוב הדוגמה 1, תל אביב-יפו')
  const [agreed, silent] = [await contact(), await contact()]
  await db.as(as.owner, `select record_consent($1, 'email', $2, 'grant', 'ביקשו בטלפון')`, [agreed.id, agreed.email])
  const templateId = await template('marketing')
  await schedule(agreed.id, templateId, 'marketing')
  const refused = await schedule(silent.id, templateId, 'marketing')
  await send()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail!.subject).toBe('פרסומת | המפגש הבא')
  expect(mail!.headers).toMatchObject({
    'List-Unsubscribe': expect.stringContaining('/newsletter/one-click/'),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(await reasonOf(refused)).toBe('no_consent')
})

test('a message whose template was never published is skipped', async () => {
  const { id } = await contact()
  const message = await schedule(id, await template('service', { isPublished: false }), 'service')
  await send()
  expect(await reasonOf(message)).toBe('no_template')
})

test('a message with a missing value is skipped, and with a fallback it is sent', async () => {
  const { id } = await contact()
  const hole = await schedule(id, await template('service', { text: 'שלום {{שם_משפחה}},' }), 'service')
  await schedule(id, await template('service', { text: 'שלום {{שם_משפחה|לכם}},' }), 'service')
  await send()
  expect(await reasonOf(hole)).toBe('value_missing')
  expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining('שלום לכם,')])
})
