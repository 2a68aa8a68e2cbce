import { expect, test } from 'vitest'
import { dispatchBatch } from '#platform/events/dispatcher.server.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { staffNotices } from './staff-notices.server.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
await db.sql('select ensure_event_cursor($1)', [staffNotices.name])
const dispatch = () => dispatchBatch(staffNotices, { pool: db.authenticator, log: { error: () => {} } })
const noticesOf = (type: string) =>
  db.sql<{ user_id: string; message: string }>('select user_id, message from notifications where type = $1', [type])

/** An open opportunity that became stale an hour ago. */
async function makeStale({ owner = null as string | null, isDemo = false } = {}) {
  const [message] = await db.sql<{ id: string }>(
    `with person as (insert into contacts (first_name) values ('נועה') returning id),
       stage as (select id, pipeline_id, rot_days from pipeline_stages where kind = 'open' and rot_days = 3 limit 1),
       made as (
         insert into opportunities (name, contact_id, pipeline_id, stage_id, owner_id, is_demo)
         select 'ליווי', person.id, stage.pipeline_id, stage.id, $1, $2 from person, stage returning id)
     select id from made`,
    [owner, isDemo],
  )
  // Updates only this row, because an update of the other stale rows would emit their events again.
  await db.sql(`update opportunities set stage_entered_at = now() - interval '3 days 1 hour' where id = $1`, [
    message!.id,
  ])
  await db.sql('select emit_rotting_opportunities()')
  await db.sql('delete from notifications')
}

const expectNotices = (type: string, users: string[]) =>
  eventually(async () => {
    await dispatch()
    expect((await noticesOf(type)).map(({ user_id: id }) => id).sort()).toEqual([...users].sort())
  })

test('a stale opportunity is reported to its owner, once', async () => {
  await db.sql(`update pipeline_stages set rot_days = 3 where kind = 'open'`)
  await makeStale({ owner: ids.sales })
  await expectNotices('opportunity.rotting', [ids.sales])
  expect((await noticesOf('opportunity.rotting'))[0]!.message).toContain('3 ימים')
  await db.sql('select emit_rotting_opportunities()')
  await dispatch()
  expect(await noticesOf('opportunity.rotting')).toHaveLength(1)
})

test('a stale opportunity without an assignee is reported to the owners of the business', async () => {
  await makeStale()
  await expectNotices('opportunity.rotting', [ids.owner])
})

test('an opportunity that is not stale at dispatch time is not reported', async () => {
  await makeStale({ owner: ids.sales })
  await db.sql(`update opportunities set stage_entered_at = now()`)
  await eventually(async () => {
    await dispatch()
    const [{ n }] = (await db.sql<{ n: number }>(
      `select count(*)::int as n from event_cursors c, domain_events e where c.subscriber = 'staff-notices'
       and e.type = 'opportunity.rotting' and (e.transaction_id, e.id) > (c.transaction_id, c.event_id)`,
    )) as [{ n: number }]
    expect(n).toBe(0)
  })
  expect(await noticesOf('opportunity.rotting')).toEqual([])
})

test('demo rows are not reported', async () => {
  await makeStale({ owner: ids.sales, isDemo: true })
  await makeStale({ owner: ids.admin })
  await expectNotices('opportunity.rotting', [ids.admin])
})

test('an overdue process stage is reported, but not if its contact is in the bin', async () => {
  const makeLate = async (first: string, isBinned: boolean) => {
    const [process] = await db.sql<{ id: string }>(
      `with person as (insert into contacts (first_name) values ($1) returning id)
       insert into client_processes (contact_id, process_template_id)
       select person.id, t.id from person, (select id from process_templates limit 1) t returning id`,
      [first],
    )
    await db.sql(
      `insert into process_stage_instances (client_process_id, process_stage_id, status, due_on)
       select p.id, s.id, 'active', (now() at time zone 'Asia/Jerusalem')::date - 2
       from client_processes p join process_stages s on s.template_id = p.process_template_id
       where p.id = $1 order by s.stage_order limit 1`,
      [process!.id],
    )
    if (isBinned) await db.sql('update contacts set deleted_at = now() where first_name = $1', [first])
    await db.sql('select emit_late_stages()')
  }
  // The event of the binned contact precedes the awaited event, so its notification would already exist.
  await makeLate('בסל', true)
  await makeLate('נועה', false)
  await expectNotices('stage.late', [ids.owner])
  expect((await noticesOf('stage.late')).map(({ message }) => message)).toEqual(['נועה'])
})
