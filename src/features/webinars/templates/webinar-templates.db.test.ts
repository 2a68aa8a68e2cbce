import { expect, test } from 'vitest'
import { makeActors } from '../../../../test/actors.ts'
import { testSite } from '../../../../test/site-app.ts'
import { webinarVisitors } from '../../../../test/webinars.ts'
import { TemplateDefinition } from './webinar-template.ts'

const siteApp = await testSite({ demo: false })
const { db, tokens } = siteApp
const { ids, as } = await makeActors(db)
const { get, call, addWebinar, addSession } = webinarVisitors(siteApp)
const access = await tokens.sign({ role: 'authenticated', sub: ids.content }, 600)

const definition = TemplateDefinition.parse({
  title: 'ערב תקציב',
  subtitle: 'צעד אחר צעד',
  takeaways: ['תמונת מצב', 'ארבעה סעיפים'],
  interactions: [{ kind: 'poll', title: 'מה קשה?', choices: ['לדעת', 'לדבר'], at_second: 300 }],
})
const save = (input: object) => call('save-webinar-template', input, access)
const added = async (name: string) =>
  (await save({ id: null, name, about: '', definition })).body as { id: string; number: number }
const make = async (template: string, slug: string) =>
  (
    await db.as<{ id: string }>(
      as.content,
      `select webinar_from_template($1, 'ערב של חורף', $2, '2027-01-05T18:30Z') as id`,
      [template, slug],
    )
  )[0]!.id
const webinarOf = async (id: string) =>
  (await db.sql<Record<string, unknown>>('select * from webinars where id = $1', [id]))[0]!

test('a webinar created from a template is a draft with its texts, interactions and first date', async () => {
  const { id } = await added('לערב')
  const webinar = await make(id, 'winter')
  expect(await webinarOf(webinar)).toMatchObject({
    title: 'ערב של חורף',
    subtitle: 'צעד אחר צעד',
    takeaways: ['תמונת מצב', 'ארבעה סעיפים'],
    status: 'draft',
    template_number: 1,
  })
  expect(
    await db.sql('select kind, choices, at_second from webinar_interactions where webinar_id = $1', [webinar]),
  ).toEqual([{ kind: 'poll', choices: ['לדעת', 'לדבר'], at_second: 300 }])
  expect(await db.sql('select starts_at from webinar_sessions where webinar_id = $1', [webinar])).toHaveLength(1)
})

test('an update writes fields that the template changed, and preserves those changed in the webinar', async () => {
  const { id } = await added('לעדכון')
  const [adapted, shown] = [await make(id, 'adapted'), await make(id, 'shown')]
  await db.sql(`update webinars set subtitle = 'לבני שישים ומעלה' where id = $1`, [adapted])
  await db.sql(
    `insert into webinar_openings (session_id, interaction_id, opens_at, closes_at)
     select s.id, i.id, now(), now() from webinar_sessions s join webinar_interactions i using (webinar_id) where s.webinar_id = $1`,
    [shown],
  )
  const next = { ...definition, subtitle: 'מהיום למחר', duration_minutes: 45, interactions: [] }
  expect((await save({ id, seenNumber: 1, name: 'לעדכון', about: '', definition: next })).body).toEqual({
    id,
    number: 2,
  })
  expect(
    await db.as(
      as.content,
      'select title, number, updates, keeps from webinar_template_uses($1) order by webinar_id = $2',
      [id, shown],
    ),
  ).toEqual([
    { title: 'ערב של חורף', number: 1, updates: ['duration_minutes', 'interactions'], keeps: ['subtitle'] },
    { title: 'ערב של חורף', number: 1, updates: ['duration_minutes', 'subtitle'], keeps: ['interactions'] },
  ])
  await db.as(as.content, 'select * from update_webinars_of_template($1, $2)', [id, [adapted, shown]])
  expect(await webinarOf(adapted)).toMatchObject({
    title: 'ערב של חורף',
    subtitle: 'לבני שישים ומעלה',
    duration_minutes: 45,
    template_number: 2,
  })
  expect(await webinarOf(shown)).toMatchObject({ subtitle: 'מהיום למחר', duration_minutes: 45 })
  expect(
    await db.sql('select webinar_id from webinar_interactions where webinar_id = any ($1)', [[adapted, shown]]),
  ).toEqual([{ webinar_id: shown }])
})

test('each change of the content creates an immutable version; a stale save and one of a system template are refused', async () => {
  const { id } = await added('גרסאות')
  const next = { ...definition, subtitle: 'אחרת' }
  await save({ id, seenNumber: 1, name: 'שם אחר', about: '', definition })
  expect((await save({ id, seenNumber: 1, name: 'שם אחר', about: '', definition: next })).body['number']).toBe(2)
  expect((await save({ id, seenNumber: 1, name: 'שם אחר', about: '', definition })).body['code']).toBe('stale_version')
  expect(
    await db.sql(
      `select number, definition ->> 'subtitle' as subtitle from webinar_template_versions where template_id = $1 order by 1`,
      [id],
    ),
  ).toEqual([
    { number: 1, subtitle: 'צעד אחר צעד' },
    { number: 2, subtitle: 'אחרת' },
  ])
  await expect(
    db.sql(`update webinar_template_versions set definition = '{}' where template_id = $1`, [id]),
  ).rejects.toMatchObject({ message: 'only_added_to' })
  const [system] = await db.sql<{ id: string; number: number }>(
    'select id, number from webinar_templates where is_system limit 1',
  )
  expect(
    (await save({ id: system!.id, seenNumber: system!.number, name: 'שלי', about: '', definition })).body['code'],
  ).toBe('webinar_template_is_system')
  expect((await save({ id: null, name: 'שבורה', about: '', definition: { title: 'א' } })).status).toBe(422)
})

test('the templates of the system are valid', async () => {
  const rows = await db.sql<{ definition: unknown }>('select definition from webinar_templates where is_system')
  expect(rows).not.toEqual([])
  for (const { definition: saved } of rows) expect(TemplateDefinition.safeParse(saved).error).toBeUndefined()
})

test('a webinar is saved as a template, and later as its next version', async () => {
  const webinar = await addWebinar('source')
  await addSession(webinar, '3 days')
  const [created] = await db.as<{ id: string }>(as.content, `select webinar_template_from($1, 'ממנה') as id`, [webinar])
  const [template] = await db.sql<{ definition: unknown }>('select definition from webinar_templates where id = $1', [
    created!.id,
  ])
  expect(TemplateDefinition.safeParse(template!.definition).error).toBeUndefined()
  await db.sql(`update webinars set recap = 'מה היה' where id = $1`, [webinar])
  expect(await db.as(as.content, 'select renew_webinar_template($1) as number', [webinar])).toEqual([{ number: 2 }])
  expect(await webinarOf(webinar)).toMatchObject({ template_id: created!.id, template_number: 2 })
  await expect(db.as(as.sales, 'select renew_webinar_template($1)', [webinar])).rejects.toThrow('not_allowed')
})

test('a preview opens by its link until it expires or is revoked, and shows each page inert', async () => {
  const { id } = await added('לתצוגה')
  const cold = await get(`/template-preview/${id}`)
  expect([cold.statusCode, cold.headers.location]).toEqual([302, `/admin/webinar-templates/${id}`])
  const { body } = await call('share-webinar-template', { id, hours: 24 }, access)
  const path = `/template-preview/${id}?r=${String(body['token'])}`
  const outer = await get(path)
  expect(outer.statusCode).toBe(200)
  expect(outer.body).toContain('noindex')
  for (const [page, text] of Object.entries({
    landing: 'שמירת מקום',
    thanks: 'נרשמתם! פרטי הכניסה',
    live: 'מה קשה?',
    replay: 'ערב תקציב',
    mails: 'המקום שלכם שמור: ערב תקציב',
  })) {
    const inner = await get(`${path}&page=${page}&state=before&inner=1`)
    expect(inner.body).toContain(text)
    expect(inner.body).toMatch(/class="previewed"[^>]* inert/)
    expect(inner.headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/)
  }
  const [other] = await db.sql<{ id: string }>('select id from webinar_templates where is_system limit 1')
  expect((await get(`/template-preview/${other!.id}?r=${String(body['token'])}`)).statusCode).toBe(410)
  await db.as(as.content, 'select revoke_webinar_template_shares($1)', [id])
  expect((await get(path)).statusCode).toBe(410)
  const again = await call('share-webinar-template', { id, hours: 1 }, access)
  await db.sql(
    `update webinar_template_shares set created_at = now() - interval '2 hours', expires_at = now() - interval '1 minute'`,
  )
  expect((await get(`/template-preview/${id}?r=${String(again.body['token'])}`)).statusCode).toBe(410)
  expect((await call('share-webinar-template', { id, hours: 1 })).status).toBeGreaterThanOrEqual(400)
})
