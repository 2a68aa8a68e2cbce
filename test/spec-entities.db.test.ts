// Section 3 of the specification: the fields of each entity, by their specified names, in the database and in the API.
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

const db = await testDatabase()

test.each([
  ['contacts', 'client_user_id'],
  ['user_roles', 'user_id role is_active'],
  ['client_processes', 'id contact_id process_template_id status'],
  ['process_templates', 'id name description'],
  ['process_stage_instances', 'id client_process_id process_stage_id'],
  ['process_stages', 'id name stage_order description stage_type'],
  ['notifications', 'id type title message severity related_entity_type related_entity_id is_read created_at metadata'],
  ['tasks', 'id name due_date status user_id'],
  [
    'business_profiles',
    'user_id business_name logo_url logo_light_url logo_dark_url profile_image_url updated_at brand_colors',
  ],
  ['opportunities', 'name stage'],
])('%s has the fields of the specification', async (table, fields) => {
  const columns = await db.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  )
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(fields.split(' ')))
})

test('brand colours are primary, secondary and accent, each six hexadecimal digits', async () => {
  const [user] = await db.sql<{ id: string }>(`insert into auth.users (email) values ('noa@example.com') returning id`)
  const insert = (colours: object) =>
    db.sql('insert into business_profiles (user_id, brand_colors) values ($1, $2) on conflict do nothing', [
      user!.id,
      colours,
    ])
  for (const seed of ['primary', 'secondary', 'accent'])
    await expect(insert({ [seed]: '#fff' })).rejects.toMatchObject({ constraint: 'brand_colors_invalid' })
  await insert({ primary: '#0c5a55', secondary: '#14363C', accent: '#f0a63a' })
})
