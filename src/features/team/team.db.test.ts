import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const rolesOf = (userId: string) =>
  db.sql<{ role: string; is_active: boolean }>(
    'select role, is_active from user_roles where user_id = $1 order by role',
    [userId],
  )

await db.sql(`insert into staff_profiles (user_id, full_name) values ($1, 'הילה')`, [ids.coach])
await db.sql(
  `insert into staff_invitations (email, role, token_hash, expires_at, invited_by) values ('new@example.com', 'owner', $1, now() + interval '1 day', $2)`,
  ['a'.repeat(64), ids.owner],
)

const cases: [action: string, sql: string, actors: string][] = [
  ['see how a colleague is shown', 'select from staff_profiles', 'owner admin coach sales content'],
  [
    'edit the coach’s profile',
    `update staff_profiles set full_name = 'אחרת' where user_id = '${ids.coach}' returning user_id`,
    'coach',
  ],
  ['see all team members with their work', 'select from team_members()', 'owner admin'],
  ['see who is invited', 'select id from staff_invitations', 'owner admin'],
  ['see the hash of an invitation’s token', 'select token_hash from staff_invitations', 'no role'],
  ['take back the invitation of an owner', 'update staff_invitations set revoked_at = now() returning id', 'owner'],
  ['see what is asked of the team', 'select from team_rules', 'owner admin coach sales content'],
  ['stop asking for a second factor', 'update team_rules set second_factor_required = false returning id', 'owner'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('only staff can read the owner of the business', async () => {
  const ownerIdFor = async (actor: keyof typeof as) => (await db.as(as[actor], 'select business_owner_id() as id'))[0]
  for (const actor of ['owner', 'admin', 'coach', 'sales', 'content'] as const)
    expect(await ownerIdFor(actor), actor).toEqual({ id: ids.owner })
  for (const actor of ['client', 'stranger'] as const) expect(await ownerIdFor(actor), actor).toEqual({ id: null })
})

test('a staff member’s display name is the name of their account', async () => {
  await db.as(as.sales, `insert into staff_profiles (user_id, full_name) values ($1, 'עמית לדוגמה')`, [ids.sales])
  const named = await db.sql(`select raw_user_meta_data ->> 'full_name' as name from auth.users where id = $1`, [
    ids.sales,
  ])
  expect(named).toEqual([{ name: 'עמית לדוגמה' }])
  expect(await db.as(as.coach, `select name from staff_members() where user_id = $1`, [ids.sales])).toEqual([
    { name: 'עמית לדוגמה' },
  ])
})

const badProfiles: [what: string, change: string, constraint: string][] = [
  ['a name of one character', `full_name = 'א'`, 'staff_name_length'],
  ['a name with a bidi control character', `full_name = 'א' || chr(8238) || 'ב'`, 'staff_name_has_controls'],
  ['an overlong signature', `signature = repeat('x', 1001)`, 'staff_signature_length'],
  ['a photo from another user’s folder', `photo_path = '${ids.owner}/staff_1.png'`, 'photo_of_somebody_else'],
  ['a photo from an external URL', `photo_path = 'https://example.com/a.png'`, 'photo_of_somebody_else'],
]
for (const [what, change, constraint] of badProfiles)
  test(`a profile with ${what} is refused`, async () => {
    await expect(db.as(as.coach, `update staff_profiles set ${change}`)).rejects.toMatchObject({ constraint })
  })

test('an owner can require a second factor only after enrolling one, and then all staff need one', async () => {
  const ask = (isOn: boolean, claims: object = as.owner) =>
    db.as(claims as typeof as.owner, 'update team_rules set second_factor_required = $1', [isOn])
  await expect(ask(true)).rejects.toMatchObject({ message: 'second_factor_first' })
  const shown = { ...as.owner, aal: 'aal2' }
  await ask(true, shown)
  const holds = async (claims: object) =>
    (await db.as<{ is: boolean }>(claims as typeof as.owner, 'select is_staff() as is'))[0]!.is
  expect([await holds(as.coach), await holds({ ...as.coach, aal: 'aal2' }), await holds(as.owner)]).toEqual([
    false,
    true,
    false,
  ])
  // Readable without it, so that the app can explain why it is empty.
  const required = await db.as(as.coach, 'select second_factor_required as is from team_rules')
  expect(required).toEqual([{ is: true }])
  expect(await db.as(as.client, `select has_role('client') as is`)).toEqual([{ is: true }])
  await expect(ask(false, { ...as.admin, aal: 'aal2' })).resolves.toEqual([])
  await ask(false, shown)
  expect(await holds(as.coach)).toBe(true)
})

test('a role can be changed only by users who may grant it, and the last owner keeps the role', async () => {
  const change = (actor: keyof typeof as, member: string, role: string) =>
    db.as(as[actor], 'select change_member_role($1, $2)', [member, role])
  await change('admin', ids.content, 'sales')
  expect(await rolesOf(ids.content)).toEqual([
    { role: 'content', is_active: false },
    { role: 'sales', is_active: true },
  ])
  await change('owner', ids.content, 'content')
  const refused: [keyof typeof as, string, string, string][] = [
    ['admin', ids.owner, 'sales', 'role_not_yours_to_give'],
    ['admin', ids.coach, 'owner', 'role_not_yours_to_give'],
    ['coach', ids.coach, 'admin', 'role_not_yours_to_give'],
    ['owner', ids.coach, 'client', 'role_not_yours_to_give'],
    ['owner', ids.owner, 'coach', 'last_owner'],
  ]
  for (const [actor, member, role, message] of refused)
    await expect(change(actor, member, role)).rejects.toMatchObject({ message })
})

test('the open work of a leaving member is handed over in one call, without closed work, and undo restores it', async () => {
  const contact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [ids.coach])
  const open = await id(`insert into opportunities (name, contact_id, owner_id) values ('א', $1, $2) returning id`, [
    contact,
    ids.coach,
  ])
  const won = await id(
    `insert into opportunities (name, contact_id, owner_id, stage) values ('ב', $1, $2, 'won') returning id`,
    [contact, ids.coach],
  )
  const task = await id(`insert into tasks (name, user_id) values ('ג', $1) returning id`, [ids.coach])
  const done = await id(`insert into tasks (name, user_id, status) values ('ד', $1, 'Done') returning id`, [ids.coach])
  await db.sql('insert into auth.sessions (user_id) values ($1)', [ids.coach])
  const load = async () =>
    (
      await db.as<object>(
        as.owner,
        `select contacts::int, opportunities::int, tasks::int, roles, former_roles from team_members() where user_id = $1`,
        [ids.coach],
      )
    )[0]
  expect(await load()).toEqual({ contacts: 1, opportunities: 1, tasks: 1, roles: ['coach'], former_roles: [] })
  const owners = async () =>
    [
      ...(await db.sql('select owner_id as who from contacts where id = $1', [contact])),
      ...(await db.sql('select owner_id as who from opportunities where id = any ($1) order by name', [[open, won]])),
      ...(await db.sql('select user_id as who from tasks where id = any ($1) order by name', [[task, done]])),
    ].map(({ who }) => Object.entries(ids).find(([, userId]) => userId === who)?.[0])

  const go = (heirs: (string | null)[], actor: keyof typeof as = 'admin') =>
    db.as<{ id: string }>(as[actor], 'select hand_over($1, true, $2, $3, $4) as id', [ids.coach, ...heirs])
  await expect(go([ids.content, null, null])).rejects.toMatchObject({ message: 'heir_not_on_team' })
  await expect(go([ids.coach, null, null])).rejects.toMatchObject({ message: 'heir_not_on_team' })
  await expect(go([ids.sales, null, null], 'sales')).rejects.toMatchObject({ message: 'not_allowed' })
  expect(await owners()).toEqual(['coach', 'coach', 'coach', 'coach', 'coach'])

  const [handover] = await go([ids.sales, ids.admin, ids.content])
  expect(await owners()).toEqual(['sales', 'admin', 'coach', 'content', 'coach'])
  expect(await load()).toEqual({ contacts: 0, opportunities: 0, tasks: 0, roles: [], former_roles: ['coach'] })
  expect(await db.sql('select from auth.sessions where user_id = $1', [ids.coach])).toEqual([])
  expect(await db.as(as.coach, 'select from contacts')).toEqual([])

  // The contact was reassigned since, so undo skips it.
  await db.as(as.owner, 'update contacts set owner_id = $2 where id = $1', [contact, ids.owner])
  expect(await db.as(as.admin, 'select undo_handover($1)::int as left', [handover!.id])).toEqual([{ left: 1 }])
  expect(await owners()).toEqual(['owner', 'coach', 'coach', 'coach', 'coach'])
  expect(await rolesOf(ids.coach)).toEqual([{ role: 'coach', is_active: true }])
  await expect(db.as(as.admin, 'select undo_handover($1)', [handover!.id])).rejects.toMatchObject({
    message: 'handover_undone',
  })
})

test('only owners can remove an owner, and the last one cannot be removed', async () => {
  const go = (actor: keyof typeof as) => db.as(as[actor], 'select hand_over($1, true)', [ids.owner])
  await expect(go('admin')).rejects.toMatchObject({ message: 'role_not_yours_to_give' })
  await expect(go('owner')).rejects.toMatchObject({ message: 'last_owner' })
  await expect(db.as(as.owner, 'select hand_over($1, true)', [ids.stranger])).rejects.toMatchObject({
    message: 'not_on_team',
  })
})

test('the invitations of an admin who became a coach are revoked', async () => {
  const invitation = await id(
    `insert into staff_invitations (email, role, token_hash, expires_at, invited_by) values ('c@example.com', 'admin', $1, now() + interval '1 day', $2) returning id`,
    ['c'.repeat(64), ids.admin],
  )
  const change = (role: string) => db.as(as.owner, 'select change_member_role($1, $2)', [ids.admin, role])
  const isRevoked = async () =>
    (await db.sql('select revoked_at is not null as gone from staff_invitations where id = $1', [invitation]))[0]
  await change('admin')
  expect(await isRevoked()).toEqual({ gone: false })
  await change('coach')
  expect(await isRevoked()).toEqual({ gone: true })
  await change('admin')
})

test('removing a member revokes the invitations they sent', async () => {
  const invitation = await id(
    `insert into staff_invitations (email, role, token_hash, expires_at, invited_by) values ('b@example.com', 'coach', $1, now() + interval '1 day', $2) returning id`,
    ['b'.repeat(64), ids.admin],
  )
  await db.as(as.owner, 'select hand_over($1, true)', [ids.admin])
  expect(
    await db.sql('select revoked_at is not null as gone from staff_invitations where id = $1', [invitation]),
  ).toEqual([{ gone: true }])
})
