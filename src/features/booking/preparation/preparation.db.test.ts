// Preparation checklists as staff see them.
import { expect, test } from 'vitest'
import { preparation } from '#platform/pages/landing-content/preparation.ts'
import { whoMay } from '../../../../test/actors.ts'
import { makeHost } from '../../../../test/booking-host.ts'
import { testDatabase } from '../../../../test/database.ts'
import { publishPage, withdrawPage } from '../../../../test/published-page.ts'

const db = await testDatabase()
const { book, call, hour, as, ids } = await makeHost(db)

const ticksOf = (actor: keyof typeof as, root: unknown) =>
  db.as<{ done: string[] }>(as[actor], 'select done from appointment_preparations where root_id = $1', [root])

test('staff of an appointment see the ticked items, also after a reschedule and a reassignment to another coach', async () => {
  const { body } = await book(hour(9))
  const root = body['appointmentId']
  await call('save-preparation', { token: body['manageToken'], items: ['מסמכים'] })
  const reads = 'select from appointment_preparations where root_id = $1'
  expect(await whoMay(db, as, reads, [root])).toBe('owner admin coach sales')

  await call('move-appointment', { token: body['manageToken'], startsAt: hour(11) })
  await db.sql(`update user_roles set role = 'coach' where user_id = $1`, [ids.sales])
  expect(await ticksOf('sales', root)).toEqual([])
  await db.as(as.owner, 'select start_hosting($1, $2)', [ids.sales, 'dana'])
  const [moved] = await db.sql<{ id: string; version: number }>(
    `select id, version from appointments where root_id = $1 and status = 'confirmed'`,
    [root],
  )
  await db.as(as.owner, 'select reassign_appointment($1, $2, $3)', [moved!.id, moved!.version, ids.sales])
  expect(await ticksOf('sales', root)).toEqual([{ done: ['מסמכים'] }])
  await db.sql(`update user_roles set role = 'sales' where user_id = $1`, [ids.sales])
})

test('staff can read the checklists of the published page, but no other page', async () => {
  const readsLists = 'select from jsonb_array_elements(preparation_blocks())'
  expect(await whoMay(db, as, readsLists)).toBe('no role')
  await publishPage(db, preparation)
  expect(await whoMay(db, as, readsLists)).toBe('owner admin coach sales content')
  const [lists] = await db.as<{ blocks: { kind: string }[] }>(as.coach, 'select preparation_blocks() as blocks')
  expect(lists!.blocks.map(({ kind }) => kind)).toEqual(['steps'])
  await withdrawPage(db, '/preparation')
  expect(await whoMay(db, as, readsLists)).toBe('no role')
})
