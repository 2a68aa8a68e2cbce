// Draft preview at the public URL: signed, valid for half an hour, without submission.
import { expect, test } from 'vitest'
import { createSealing } from '#platform/sealing/sealing.server.ts'
import { testDatabase } from '../../../../test/database.ts'
import { makeForm } from '../../../../test/form-filler.ts'
import { sampleForm } from '../sample-form.fixture.ts'
import { previewPurpose } from './form-preview.server.ts'

const db = await testDatabase()
const { as, call, callAs, filling, person, sealingKey } = await makeForm(db)

async function draft(publicId: string, definition: object = sampleForm): Promise<string> {
  const [form] = await db.sql<{ id: string }>('insert into forms (public_id, title, draft) values ($1, $1, $2) returning id', [publicId, JSON.stringify(definition)]) // prettier-ignore
  return form!.id
}
const preview = async (id: string) => String((await callAs(as.admin, 'preview-form', { id })).body['path'])
const tokenOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('preview')!

test('a draft is visible at its signed URL and not found without the signature', async () => {
  const path = await preview(await draft('tyuta'))
  expect(path).toMatch(/^\/form\/tyuta\?preview=[\w-]+$/)
  const { body } = await call('open-form', { formId: 'tyuta', preview: tokenOf(path) })
  expect(body).toMatchObject({ formId: 'tyuta', version: 0, state: 'open', preview: 'first', definition: { title: 'טופס בדיקה' } }) // prettier-ignore
  expect(JSON.stringify(body)).not.toContain('saving')
  for (const more of [{}, { preview: 'x'.repeat(80) }, { preview: '' }])
    expect((await call('open-form', { formId: 'tyuta', ...more })).body['code']).toBe('form_not_found')
})

test('a preview shows the draft of a published form without requiring its password', async () => {
  const [form] = await db.sql<{ id: string }>(
    `update forms set draft = jsonb_set(draft, '{title}', '"נוסח הבא"') where public_id = 'bdika' returning id`,
  )
  await callAs(as.owner, 'set-form-password', { id: form!.id, password: 'סוד קטן' })
  const { body } = await call('open-form', { formId: 'bdika', preview: tokenOf(await preview(form!.id)) })
  expect(body).toMatchObject({ preview: 'next', definition: { title: 'נוסח הבא' } })
  await callAs(as.owner, 'set-form-password', { id: form!.id, password: null })
})

test('nothing can be submitted to a preview, whether or not the form was published', async () => {
  await draft('unsent')
  for (const formId of ['unsent', 'bdika']) {
    const sent = { formId, version: 0, revision: 0, page: 'who' }
    for (const name of ['save-form-draft', 'submit-form', 'post-form-step'])
      // oxlint-disable-next-line no-await-in-loop -- in order
      expect((await call(name, filling(person(), sent))).body['code']).toBe('form_not_found')
  }
  expect(await db.sql('select from form_submissions')).toEqual([])
})

test('a signature of another form, an expired signature and an incomplete draft are not found', async () => {
  const [one] = [await draft('one-of-two'), await draft('two-of-two')]
  const other = tokenOf(await preview(one!))
  expect((await call('open-form', { formId: 'two-of-two', preview: other })).body['code']).toBe('form_not_found')
  const over = createSealing([sealingKey])(previewPurpose)
    .close(one!, { until: Date.now() - 1 })
    .toString('base64url')
  expect((await call('open-form', { formId: 'one-of-two', preview: over })).body['code']).toBe('form_not_found')
  await db.sql(`update forms set draft = '{}' where id = $1`, [one])
  expect((await call('open-form', { formId: 'one-of-two', preview: other })).body['code']).toBe('form_not_found')
  expect((await callAs(as.owner, 'preview-form', { id: one! })).body['code']).toBe('form_invalid')
  expect((await callAs(as.sales, 'preview-form', { id: one! })).body['code']).toBe('not_allowed')
})
