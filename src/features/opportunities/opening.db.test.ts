import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const [{ id: stage }] = (await db.sql<{ id: string }>(`select id from pipeline_stages where slug = 'contacted'`)) as [
  { id: string },
]
const [{ id: closed }] = (await db.sql<{ id: string }>(`select id from pipeline_stages where slug = 'lost'`)) as [
  { id: string },
]
const count = async (firstName: string) =>
  (await db.sql<object>('select from contacts where first_name = $1', [firstName])).length

type Opened = { id: string; name: string; contact_id: string; owner_id: string | null }
const open = async (actor: keyof typeof as, values: Record<string, unknown>) => {
  const names = Object.keys(values)
  const [row] = await db.as<Opened>(
    as[actor],
    `select * from open_opportunity(${names.map((name, i) => `${name} => $${i + 1}`).join()})`,
    Object.values(values),
  )
  return row!
}

test.each(['owner', 'admin', 'sales', 'coach'] as const)(
  'the role %s creates an opportunity for a new contact, with its next step',
  async (actor) => {
    const phone = `+9725000008${String(Object.keys(as).indexOf(actor)).padStart(2, '0')}`
    const card = await open(actor, {
      stage_id: stage,
      first_name: 'דנה',
      last_name: `של ${actor}`,
      phone,
      amount_agorot: 774_000,
      owner_id: ids[actor],
      step_name: 'לחזור אל דנה',
      step_due_on: '2030-01-02',
    })
    expect(card).toMatchObject({ name: `דנה של ${actor}`, owner_id: ids[actor] })
    const [seen] = await db.as<object>(
      as[actor],
      `select c.full_name, c.owner_id, p.value_norm, t.name as step, t.user_id, o.next_step_task_id = t.id as is_next
       from opportunities o join contacts c on c.id = o.contact_id join contact_points p on p.contact_id = c.id
         join tasks t on t.opportunity_id = o.id where o.id = $1`,
      [card.id],
    )
    expect(seen).toEqual({
      full_name: `דנה של ${actor}`,
      owner_id: ids[actor],
      value_norm: phone,
      step: 'לחזור אל דנה',
      user_id: ids[actor],
      is_next: true,
    })
  },
)

test('a refused opportunity creates no contact', async () => {
  const refused: [string, Record<string, unknown>][] = [
    ['amount_negative', { stage_id: stage, amount_agorot: -1 }],
    ['lost_reason_required', { stage_id: closed }],
    ['unknown_stage', { stage_id: '00000000-0000-4000-8000-000000000000' }],
  ]
  for (const [code, values] of refused) {
    const failure = await open('sales', { first_name: 'חצי', ...values }).catch((error: unknown) => error)
    expect(`${(failure as Error).message} ${String((failure as { constraint?: string }).constraint)}`).toContain(code)
  }
  await expect(open('sales', { first_name: 'חצי', stage_id: stage, step_name: 'א'.repeat(201) })).rejects.toThrow()
  expect(await count('חצי')).toBe(0)
})

test('a new contact created with an opportunity gets the same owner', async () => {
  const card = await open('coach', { stage_id: stage, first_name: 'מועברת', owner_id: ids.sales })
  const [person] = await db.sql<{ owner_id: string }>('select owner_id from contacts where id = $1', [card.contact_id])
  expect(person!.owner_id).toBe(ids.sales)
})

test('an opportunity for a contact in the bin, or for one the caller cannot see, is refused', async () => {
  const [deletedContact] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, deleted_at) values ('בסל', now()) returning id`,
  )
  const [foreign] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('זרה') returning id`)
  await expect(open('owner', { stage_id: stage, contact_id: deletedContact!.id })).rejects.toMatchObject({
    message: 'contact_not_found',
  })
  await expect(open('coach', { stage_id: stage, contact_id: foreign!.id })).rejects.toMatchObject({
    message: 'contact_not_found',
  })
})

test.each(['content', 'client', 'stranger'] as const)('the role %s cannot create an opportunity', async (actor) => {
  await expect(open(actor, { stage_id: stage, first_name: 'אסורה' })).rejects.toMatchObject({ code: '42501' })
  expect(await count('אסורה')).toBe(0)
})
