import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const ids: Record<string, string> = {}
for (const role of ['sales', 'coach', 'content']) {
  const [user] = await db.sql<{ id: string }>(
    `insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id`,
    [`${role}@example.com`],
  )
  ids[role] = user!.id
  await db.sql('insert into user_roles (user_id, role) values ($1, $2)', [user!.id, role])
}
const as = (role: string) => ({ role: 'authenticated', sub: ids[role]! })
const add = (role: string, phone: string | null) =>
  db.as<{ id: string; full_name: string; owner_id: string }>(
    as(role),
    `select * from add_contact(first_name => 'נועה', last_name => 'לדוגמה', phone => $1, email => 'noa@example.com', source => 'טלפון')`,
    [phone],
  )

test('a new contact is created with phone and e-mail and owned by its creator', async () => {
  const [contact] = await add('sales', '+972500000011')
  expect(contact).toMatchObject({ full_name: 'נועה לדוגמה', owner_id: ids['sales'] })
  const points = await db.sql(
    'select kind, value_norm, is_primary from contact_points where contact_id = $1 order by kind',
    [contact!.id],
  )
  expect(points).toEqual([
    { kind: 'email', value_norm: 'noa@example.com', is_primary: true },
    { kind: 'phone', value_norm: '+972500000011', is_primary: true },
  ])
})

test('an invalid phone number creates no contact', async () => {
  const before = await db.sql('select count(*) from contacts')
  await expect(add('sales', '050-0000011')).rejects.toMatchObject({ constraint: 'phone_invalid' })
  expect(await db.sql('select count(*) from contacts')).toEqual(before)
})

test('a coach can add contacts, which they then own, and the content role cannot', async () => {
  expect(await add('coach', null)).toHaveLength(1)
  await expect(add('content', null)).rejects.toMatchObject({ code: '42501' })
})
