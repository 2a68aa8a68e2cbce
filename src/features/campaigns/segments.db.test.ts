import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { allowSending } from '../../../test/campaign-recipients.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
await allowSending(db, ids.owner)
await db.sql(`
  with people as (
    insert into contacts (first_name, lifecycle, source)
    select 'אדם ' || n, 'lead', case when n <= 3 then 'תערוכה' end from generate_series(1, 5) n returning id, first_name),
  points as (
    insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
    select id, 'email', address, address, true
    from (select id, 'p' || right(first_name, 1) || '@example.com' as address from people) p returning contact_id, value_norm)
  insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type)
  select contact_id, value_norm, 'email', 'marketing', 'grant', t.id, repeat('a', 64), 'form'
  from points, (select id from consent_texts where kind = 'marketing' limit 1) t`)

const view = ids.owner
const fromFair = [{ viewId: view, name: 'מהתערוכה', groups: [[{ field: 'source', op: 'is', values: ['תערוכה'] }]] }]

const add = (actor: keyof typeof as, segments: unknown) =>
  db.as<{ id: string; version: number }>(
    as[actor],
    `insert into campaigns (name, subject, blocks, segments) values ('דיוור', 'שלום', '[{"kind": "text", "text": "שלום"}]', $1)
     returning id, version`,
    [JSON.stringify(segments)],
  )
const count = (actor: keyof typeof as, segments: unknown) =>
  db.as<{ excluded: string | null; people: number }>(as[actor], `select * from count_audience('{}', '{}', $1)`, [
    JSON.stringify(segments),
  ])

test('the audience of a segment is the contacts that currently match it', async () => {
  expect(await count('owner', fromFair)).toEqual([{ excluded: null, people: 3 }])
  await db.sql(`update contacts set source = 'תערוכה' where first_name = 'אדם 4'`)
  expect(await count('owner', fromFair)).toEqual([{ excluded: null, people: 4 }])
  await db.sql(`update contacts set source = null where first_name = 'אדם 4'`)
})

test('a contact in two segments is counted once, and a contact without consent is listed with the reason', async () => {
  const twice = [
    ...fromFair,
    { viewId: view, name: 'הכול', groups: [[{ field: 'lifecycle', op: 'is', values: ['lead'] }]] },
  ]
  await db.sql(`insert into contacts (first_name) values ('בלי כתובת')`)
  expect(await count('owner', twice)).toEqual([
    { excluded: null, people: 5 },
    { excluded: 'no_email', people: 1 },
  ])
})

test('a campaign for a segment reaches its contacts', async () => {
  const [created] = await add('owner', fromFair)
  const [scheduled] = await db.as<{ status: string }>(as.owner, 'select status from schedule_campaign($1, now(), $2)', [
    created!.id,
    created!.version,
  ])
  expect(scheduled!.status).toBe('scheduled')
})

test('content editors can neither choose segments nor count segments that are not used by a campaign', async () => {
  await expect(add('content', fromFair)).rejects.toThrow('not_allowed')
  const secret = [{ ...fromFair[0]!, groups: [[{ field: 'source', op: 'is', values: ['אחר'] }]] }]
  await expect(count('content', secret)).rejects.toThrow('not_allowed')
  const [created] = await add('owner', fromFair)
  expect(await count('content', fromFair)).toEqual([{ excluded: null, people: 3 }])
  // The content editor may still change the texts of the message.
  const changed = await db.as(as.content, `update campaigns set subject = 'אחר' where id = $1 returning id`, [
    created!.id,
  ])
  expect(changed).toHaveLength(1)
})

test('a segment with an invalid condition is refused when it is saved', async () => {
  await expect(
    add('owner', [{ ...fromFair[0]!, groups: [[{ field: 'password', op: 'is', values: ['x'] }]] }]),
  ).rejects.toThrow('filter_invalid')
})
