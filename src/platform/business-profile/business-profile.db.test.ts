import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { PublicBusinessProfile } from './business-profile.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

test('without a saved profile the public function returns no row', async () => {
  expect(await db.as(as.visitor, 'select * from get_public_business_profile()')).toEqual([])
})

test("visitors read the owner's profile without the owner's id", async () => {
  for (const actor of ['coach', 'owner'] as const)
    await db.as(as[actor], 'insert into business_profiles (user_id, business_name, email) values ($1, $2, $3)', [
      ids[actor],
      `העסק של ${actor}`,
      `${actor}@example.com`,
    ])
  const [row] = await db.as<{ json: unknown }>(
    as.visitor,
    'select to_jsonb(p) as json from get_public_business_profile() p',
  )
  const profile = PublicBusinessProfile.strict().parse(row!.json)
  expect(profile).toMatchObject({ business_name: 'העסק של owner', is_published: false })
})

const cases: [action: string, sql: string, actors: string][] = [
  [
    'read the profile of the business',
    `select from business_profiles where user_id = '${ids.owner}'`,
    'owner admin coach sales content',
  ],
  ['read the profile of the coach', `select from business_profiles where user_id = '${ids.coach}'`, 'coach'],
  [
    'update the profile of the business',
    `update business_profiles set business_name = 'אחר' where user_id = '${ids.owner}' returning user_id`,
    'owner admin',
  ],
  [
    'reassign the profile of the coach',
    `update business_profiles set user_id = '${ids.sales}' where user_id = '${ids.coach}' returning user_id`,
    'no role',
  ],
  [
    'delete the profile of the business',
    `delete from business_profiles where user_id = '${ids.owner}' returning user_id`,
    'no role',
  ],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('users have one profile each and access to no other', async () => {
  const mine =
    'insert into business_profiles (user_id, business_name) values ($1, $2) on conflict (user_id) do update set business_name = excluded.business_name, updated_at = now() returning business_name'
  expect(await db.as(as.sales, mine, [ids.sales, 'שלי'])).toEqual([{ business_name: 'שלי' }])
  expect(await db.as(as.sales, mine, [ids.sales, 'שלי מחדש'])).toEqual([{ business_name: 'שלי מחדש' }])
  await expect(db.as(as.sales, mine, [ids.admin, 'לא שלי'])).rejects.toMatchObject({ code: '42501' })
})

test('an admin with update rights cannot reassign the business profile to themselves', async () => {
  await db.sql('delete from business_profiles where user_id = $1', [ids.admin])
  await expect(
    db.as(as.admin, 'update business_profiles set user_id = $2 where user_id = $1', [ids.owner, ids.admin]),
  ).rejects.toMatchObject({ code: '42501', message: 'profile_of_another_user' })
})

test('an account stores at most twenty images', async () => {
  const add = `insert into storage.objects (bucket_id, name) select 'business-logos', $1 || '/' || n || '.png' from generate_series($2::int, $3) n`
  await db.as(as.stranger, add, [ids.stranger, 1, 20])
  await expect(db.as(as.stranger, add, [ids.stranger, 21, 21])).rejects.toMatchObject({ code: '42501' })
  await db.as(as.stranger, 'delete from storage.objects where name = $1', [`${ids.stranger}/1.png`])
  await db.as(as.stranger, add, [ids.stranger, 21, 21])
})

test('an image recorded by the storage server for an upload link counts towards the limit of twenty', async () => {
  const add = `insert into storage.objects (bucket_id, name) select 'business-profiles', $1 || '/' || n || '.png' from generate_series($2::int, $3) n`
  await db.sql(add, [ids.coach, 1, 20])
  await expect(db.sql(add, [ids.coach, 21, 21])).rejects.toMatchObject({ code: '42501', message: 'too_many_pictures' })
})

test('the author and time of a save are set by the database', async () => {
  const [saved] = await db.as<{ updated_by: string; isNow: boolean }>(
    as.admin,
    `update business_profiles set phone = '03-0000000', updated_at = '2999-01-01' where user_id = $1
     returning updated_by, updated_at <= now() as "isNow"`,
    [ids.owner],
  )
  expect(saved).toEqual({ updated_by: ids.admin, isNow: true })
})

test('a second owner edits the same business profile', async () => {
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'owner')`, [ids.content])
  const saved = await db.as(
    as.content,
    `update business_profiles set hours = 'א–ה' where user_id = $1 returning hours`,
    [ids.owner],
  )
  expect(saved).toEqual([{ hours: 'א–ה' }])
  await db.sql(`delete from user_roles where user_id = $1 and role = 'owner'`, [ids.content])
})

test('an owner with a verified second factor can edit the profile only at aal2', async () => {
  await db.sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'app', 'totp', 'verified', now(), now())`,
    [ids.owner],
  )
  const change = `update business_profiles set hours = 'תמיד' where user_id = $1 returning hours`
  expect(await db.as(as.owner, change, [ids.owner])).toEqual([])
  expect(await db.as({ ...as.owner, aal: 'aal2' }, change, [ids.owner])).toEqual([{ hours: 'תמיד' }])
  await db.sql('delete from auth.mfa_factors where user_id = $1', [ids.owner])
})

test.each([
  'https://elsewhere.example/logo.png',
  'javascript:alert(1)',
  '/storage/v1/object/public/other/x.png',
  '/storage/v1/object/public/business-logos/x" onerror="alert(1)',
])('an image URL outside the bucket is refused: %s', async (address) => {
  await expect(
    db.as(as.owner, 'update business_profiles set logo_url = $2 where user_id = $1', [ids.owner, address]),
  ).rejects.toMatchObject({ constraint: 'picture_address_invalid' })
})

test('invalid colours, company numbers and links are refused by constraint name', async () => {
  const change = (column: string, value: unknown) =>
    db.as(as.owner, `update business_profiles set ${column} = $2 where user_id = $1`, [ids.owner, value])
  await expect(change('brand_colors', { primary: 'red' })).rejects.toMatchObject({ constraint: 'brand_colors_invalid' })
  await expect(change('company_number', '123')).rejects.toMatchObject({ constraint: 'company_number_invalid' })
  await expect(change('socials', '[]')).rejects.toMatchObject({ constraint: 'socials_invalid' })
  await change('brand_colors', { primary: '#0c5a55', secondary: '#14363c', accent: '#f0a63a' })
})

test("when the owner leaves, the next owner's profile becomes the business profile", async () => {
  await db.sql(`update user_roles set is_active = false where user_id = $1`, [ids.owner])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'owner')`, [ids.coach])
  expect(await db.as(as.visitor, 'select business_name from get_public_business_profile()')).toEqual([
    { business_name: 'העסק של coach' },
  ])
})
