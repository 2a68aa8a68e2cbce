import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'

const { db, kernel } = await testSite({ demo: false })
const token = 'A'.repeat(22)
const open = () => kernel.invoke('open-lead-magnet', { token }, { caller: { claims: { role: 'anon' } } })
const insert = async (sql: string, values: unknown[] = []) =>
  (await db.sql<{ id: string }>(`${sql} returning id`, values))[0]!.id

test('the link of a paused series does not start the series until it is resumed', async () => {
  const automation = await insert(`insert into automations (name, kind, definition) values ('רצף', 'sequence', '{}')`)
  await db.sql(
    `insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches) values ($1, 1, '{}', '{}', '{}', '{}')`,
    [automation],
  )
  const change = (status: string) =>
    db.sql(
      `update automations set current_version = 1, status = $2, paused_because = case when $2 = 'paused' then 'owner' end where id = $1`,
      [automation, status],
    )
  await change('enabled')
  const magnet = await insert(
    `insert into lead_magnets (slug, title, automation_id, is_active) values ('series', 'סדרה', $1, true)`,
    [automation],
  )
  const contact = await insert(`insert into contacts (first_name) values ('רות')`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', 'rut@example.com', 'rut@example.com', true)`,
    [contact],
  )
  const request = await insert(
    `insert into lead_magnet_requests (magnet_id, contact_id, name, email) values ($1, $2, 'רות', 'rut@example.com')`,
    [magnet, contact],
  )
  await db.sql(
    `insert into lead_magnet_deliveries (request_id, email, token_hash) values ($1, 'rut@example.com', link_hash($2))`,
    [request, token],
  )
  const enrolled = () => db.sql(`select from domain_events where type = 'automation.enrolled' and entity_id = $1`, [automation]) // prettier-ignore
  await change('paused')
  await expect(open()).rejects.toMatchObject({ code: 'series_paused' })
  expect(await db.sql('select opened_at from lead_magnet_requests where id = $1', [request])).toEqual([{ opened_at: null }]) // prettier-ignore
  await change('enabled')
  expect(await open()).toMatchObject({ url: null })
  expect(await enrolled()).toHaveLength(1)
})
