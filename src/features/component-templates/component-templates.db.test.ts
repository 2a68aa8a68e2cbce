import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { kindOf } from '#platform/pages/pages.ts'
import { saveTemplate } from './component-templates.server.ts'
import type { TemplateSaved } from './component-templates.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const { invoke } = createFunctions({
  pool: db.authenticator,
  functions: [saveTemplate],
  log: pino({ level: 'silent' }),
})

type Writer = 'owner' | 'admin' | 'content' | 'sales'
const save = (input: object, actor: Writer = 'admin') =>
  invoke('save-template', input, {
    caller: { userId: ids[actor], claims: { role: 'authenticated', sub: ids[actor] } },
  }) as Promise<TemplateSaved>
const quote = (text: string) => ({ ...(kindOf('quote').blank as object), text })
const draft = (name: string, text = 'סוף סוף יודעים לאן הולך הכסף') => ({
  id: null,
  name,
  kind: 'quote',
  content: quote(text),
})

test('every save of a template is stored as an immutable version with its author', async () => {
  const created = await save(draft('ציטוט של משפחה'))
  expect(created.version).toBe(1)
  const again = { ...draft('ציטוט של זוג', 'אחרת'), id: created.id }
  expect(await save({ ...again, seenVersion: 1 }, 'owner')).toEqual({ id: created.id, version: 2 })
  expect(await save({ ...again, seenVersion: 2 }), 'an unchanged save creates no version').toEqual({
    id: created.id,
    version: 2,
  })
  expect(
    await db.sql(
      `select number, name, content ->> 'text' as words, created_by from component_template_versions where template_id = $1 order by number`,
      [created.id],
    ),
  ).toEqual([
    { number: 1, name: 'ציטוט של משפחה', words: 'סוף סוף יודעים לאן הולך הכסף', created_by: ids.admin },
    { number: 2, name: 'ציטוט של זוג', words: 'אחרת', created_by: ids.owner },
  ])
  await expect(
    db.sql(`update component_template_versions set name = 'x' where template_id = $1`, [created.id]),
  ).rejects.toMatchObject({ message: 'only_added_to' })
})

test.each<[what: string, code: string, input: () => object | Promise<object>]>([
  ['content that does not match the kind', 'invalid_input', () => ({ ...draft('א'), content: { text: '' } })],
  ['an unknown kind', 'invalid_input', () => ({ ...draft('ב'), kind: 'pigeon' })],
  ['an opening block', 'invalid_input', () => ({ ...draft('ג'), kind: 'opening', content: kindOf('opening').blank })],
  ['an empty name', 'invalid_input', () => draft(' ')],
  [
    'a duplicate name',
    'template_name_taken',
    async () => {
      await save(draft('תפוס'))
      return draft(' תפוס ')
    },
  ],
  [
    'an outdated version',
    'stale_version',
    async () => {
      const { id } = await save(draft('של שניים'))
      await save({ ...draft('של שניים', 'הראשון'), id, seenVersion: 1 })
      return { ...draft('של שניים', 'השני'), id, seenVersion: 1 }
    },
  ],
  [
    'an archived template',
    'template_not_found',
    async () => {
      const { id } = await save(draft('הוסרה'))
      await db.sql('update component_templates set deleted_at = now() where id = $1', [id])
      return { ...draft('הוסרה'), id, seenVersion: 1 }
    },
  ],
])('%s is refused: %s', async (_, code, input) => {
  await expect(save(await input())).rejects.toMatchObject({ code })
})

test('the kind of a template cannot be changed', async () => {
  const { id } = await save(draft('נשאר ציטוט'))
  await expect(
    save({ id, name: 'נשאר ציטוט', kind: 'steps', content: kindOf('steps').blank, seenVersion: 1 }),
  ).rejects.toThrow()
  expect(await db.sql('select kind, version from component_templates where id = $1', [id])).toEqual([
    { kind: 'quote', version: 1 },
  ])
})

test('owners, admins and content can read the library; owners and admins can write it, only through the function', async () => {
  const { id } = await save(draft('למי מותר'))
  expect(await whoMay(db, as, `select from component_templates where id = '${id}'`)).toBe('owner admin content')
  expect(await whoMay(db, as, `select from component_template_versions where template_id = '${id}'`)).toBe(
    'owner admin content',
  )
  expect(
    await whoMay(db, as, `update component_templates set deleted_at = now() where id = '${id}' returning id`),
  ).toBe('owner admin')
  expect(await whoMay(db, as, `update component_templates set content = '{}' where id = '${id}' returning id`)).toBe(
    'no role',
  )
  expect(await whoMay(db, as, `delete from component_templates where id = '${id}' returning id`)).toBe('no role')
  for (const actor of ['content', 'sales'] as const)
    await expect(save(draft('לא שלי'), actor)).rejects.toMatchObject({ code: 'not_allowed' })
})
