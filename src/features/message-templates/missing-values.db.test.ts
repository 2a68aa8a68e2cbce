import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { addSubscribers } from '../../../test/campaign-recipients.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { findMissingValues } from './find-missing-values.server.ts'
import type { MissingValues } from './missing-values.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const log = pino({ level: 'silent' })
const { invoke } = createFunctions({
  pool: db.authenticator,
  functions: [findMissingValues('https://site.example')],
  log,
})
const caller = { userId: ids.owner, claims: { role: 'authenticated', sub: ids.owner } }
const find = async (of: object) => (await invoke('find-missing-values', of, { caller })) as MissingValues

const content = {
  subject: 'שלום {{שם_פרטי|לכם}}',
  preheader: '',
  blocks: [{ kind: 'text', text: 'הגעתם אלינו דרך {{מקור}}. המפגש ב{{תאריך_פגישה}}.' }],
}

test('the recipients of a campaign without a value are listed with the field, except those with a fallback', async () => {
  const list = await addSubscribers(db, 3)
  const [campaign] = await db.as<{ id: string }>(
    as.owner,
    `insert into campaigns (name, subject, blocks, list_ids) values ('דיוור', $1, $2, $3) returning id`,
    [content.subject, JSON.stringify([{ kind: 'text', text: 'הגעתם אלינו דרך {{מקור}}' }]), [list]],
  )
  const people = await db.sql<{ contact_id: string }>('select contact_id from subscriptions where list_id = $1', [list])
  await db.sql(`update contacts set source = null where id = $1`, [people[0]!.contact_id])
  await db.sql(`update contacts set source = 'המלצה' where id = any ($1)`, [
    people.slice(1).map((row) => row.contact_id),
  ])
  // A contact outside the audience is not in the report.
  await db.sql(`insert into contacts (first_name) values ('אחרת')`)
  const report = await find({ campaignId: campaign!.id })
  expect(report).toMatchObject({ checked: 3, people: 3, fields: [{ label: 'מקור', people: 1 }] })
  expect(report.recipients).toEqual([{ contactId: people[0]!.contact_id, name: expect.any(String), missing: ['מקור'] }])
})

test('a template is checked for all contacts, without the fields of an entity', async () => {
  await db.sql(`update contacts set source = 'אתר'`)
  const [person] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('תמר') returning id`)
  const [template] = await db.as<{ id: string }>(
    as.owner,
    `insert into message_templates (name, channel, draft) values ('תבנית', 'email', $1) returning id`,
    [JSON.stringify(content)],
  )
  const report = await find({ templateId: template!.id })
  expect(report.fields).toEqual([{ label: 'מקור', people: 1 }])
  expect(report.recipients).toEqual([{ contactId: person!.id, name: 'תמר', missing: ['מקור'] }])
})

test('an unknown campaign is refused', async () => {
  await expect(find({ campaignId: crypto.randomUUID() })).rejects.toMatchObject({ code: 'template_not_found' })
})
