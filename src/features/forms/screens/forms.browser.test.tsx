import { expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { makeContact } from '../../../../test/browser/make-contact.ts'
import { violationsOf } from '../../../../test/browser/violations.ts'
import { unique } from '../../../../test/browser/unique.ts'
import { intakeDefinition } from '../templates/intake.ts'
import { draftOfTemplate } from '../templates/templates.ts'

const backend = backendAs('owner')

/** Creates a published form; returns its id and public id. */
async function publishedForm(title: string) {
  const { data } = await backend
    .from('forms')
    .insert({ title, draft: intakeDefinition as never })
    .select('id, public_id, version')
    .single()
    .throwOnError()
  const body = { id: data.id, expectedVersion: data.version }
  expect((await backend.functions.invoke('publish-form', { body })).error).toBe(null)
  return data
}

test('a form is created from a template, duplicated, closed and archived', async () => {
  const title = unique('טופס').replaceAll('"', '')
  await openScreen('/crm/forms', 'owner')
  await page.getByRole('button', { name: 'טופס', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'טופס חדש' })
  await dialog.getByRole('textbox', { name: 'שם הטופס' }).fill(title)
  await dialog.getByRole('combobox', { name: 'להתחיל מ…' }).selectOptions('event')
  await dialog.getByRole('button', { name: 'יצירת הטופס' }).click()
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  const act = async (name: string) => {
    await page.getByRole('button', { name: `פעולות: ${title}` }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const statusOf = async () =>
    (await backend.from('forms').select('status').eq('title', title).single().throwOnError()).data.status
  await act('פרסום')
  await expect.poll(statusOf).toBe('published')
  await expect.element(page.getByText('פתוח', { exact: true })).toBeVisible()
  await act('סגירה')
  await expect.poll(statusOf).toBe('closed')
  await expect.element(page.getByText('סגור', { exact: true })).toBeVisible()
  await act('העברה לארכיון')
  await expect.poll(statusOf).toBe('archived')
})

test("a personal link to a form is created on the contact's page", async () => {
  const title = unique('קישור').replaceAll('"', '')
  await publishedForm(title)
  const contact = await makeContact({ last: unique('ממלאים') })
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page.getByRole('button', { name: 'פעולות נוספות' }).click()
  await page.getByRole('menuitem', { name: 'שליחת טופס' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'טופס' }).selectOptions(title)
  await dialog.getByRole('button', { name: 'יצירת הקישור' }).click()
  const link = dialog.getByRole('textbox', { name: 'הקישור לטופס' })
  await expect.element(link).toHaveValue(expect.stringMatching(/\/form\/[a-z0-9]+\?k=[\w-]{32}$/))
})

test('a submission is opened with its sensitive answers and links to its contact', async () => {
  const title = unique('שאלון').replaceAll('"', '')
  const form = await publishedForm(title)
  const person = {
    full_name: unique('נועה').replaceAll('"', ''),
    phone: '050-0007712',
    email: `${crypto.randomUUID()}@example.com`,
  }
  const { error } = await backend.functions.invoke<object>('submit-form', {
    body: {
      formId: form.public_id,
      version: 1,
      key: btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll('+', '-').replaceAll('/', '_'), // prettier-ignore
      entries: { ...person, couple: 'no', income: '8,500' },
    },
  })
  expect(error).toBe(null)
  await openScreen(`/crm/forms/${form.id}`, 'owner')
  await page.getByRole('button', { name: person.full_name }).click()
  const sheet = page.getByRole('dialog', { name: 'תשובה' })
  await expect.element(sheet.getByText(/8,500/)).toBeVisible()
  await expect.element(sheet.getByText(person.email)).toBeVisible()
  await sheet.getByText('מי פתחו את התשובות המוצפנות').click()
  await expect.element(sheet.getByRole('listitem').filter({ hasText: 'בשעה' }).first()).toBeVisible()
  await expect
    .element(sheet.getByRole('link', { name: 'לאיש הקשר' }))
    .toHaveAttribute('href', expect.stringContaining('/crm/contacts/'))
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { media: '' })))
  await expect.element(sheet.getByRole('link', { name: 'לאיש הקשר' })).not.toBeInTheDocument()
  const printed = sheet.element().getBoundingClientRect()
  expect([printed.left, printed.width]).toEqual([0, document.body.clientWidth])
})

test('result sections and their tables are labelled regions', async () => {
  const form = await publishedForm(unique('תוצאות').replaceAll('"', ''))
  const key = btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll('+', '-').replaceAll('/', '_') // prettier-ignore
  const entries = { full_name: 'נועה', phone: '050-0007746', email: `${crypto.randomUUID()}@example.com`, couple: 'no' }
  const body = { formId: form.public_id, version: 1, key, entries }
  expect((await backend.functions.invoke('submit-form', { body })).error).toBe(null)
  await openScreen(`/crm/forms/${form.id}?tab=results`, 'owner')
  await expect.element(page.getByRole('region', { name: 'טבלה: איפה עוצרים', exact: true })).toBeVisible()
  const names = page.getByRole('region').elements().map((region) => region.getAttribute('aria-label')).filter(Boolean) // prettier-ignore
  expect(names).toContain('איפה עוצרים')
  expect(new Set(names).size).toBe(names.length)
  expect(await violationsOf()).toEqual([])
})

test('an attached file shows its scan state, and can be downloaded only once it is clean', async () => {
  const title = unique('קבצים').replaceAll('"', '')
  const definition = { ...draftOfTemplate('blank', title), pages: [{ key: 'p', jumps: [], groups: [{ key: 'g', fields: [{ kind: 'file', key: 'paper', label: 'תלוש' }] }] }] } // prettier-ignore
  const { data: form } = await backend.from('forms').insert({ title, draft: definition as never }).select('id, public_id, version').single().throwOnError() // prettier-ignore
  const published = { id: form.id, expectedVersion: form.version }
  expect((await backend.functions.invoke('publish-form', { body: published })).error).toBe(null)
  const key = btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll('+', '-').replaceAll('/', '_') // prettier-ignore
  const upload = new FormData()
  for (const [name, value] of Object.entries({ formId: form.public_id, version: '1', key, field: 'paper' })) upload.set(name, value) // prettier-ignore
  upload.set('file', new File(['%PDF-1.7'], 'תלוש.pdf', { type: 'application/pdf' }))
  const { data: file } = await backend.functions.invoke<{ id: string }>('upload-form-file', { body: upload })
  const entries = { paper: file!.id, 'paper.name': 'תלוש.pdf', 'paper.bytes': '8' }
  const sent = { formId: form.public_id, version: 1, key, entries, revision: 1 }
  expect((await backend.functions.invoke('submit-form', { body: sent })).error).toBe(null)
  const { data: submission } = await backend.from('form_submissions').select('id').eq('form_id', form.id).single().throwOnError() // prettier-ignore
  const found = (state: {
    scan_state: 'waiting' | 'clean' | 'infected'
    scanned_at?: string | null
    threat?: string
  }) => backendAsService().from('form_files').update(state).eq('id', file!.id).throwOnError()
  await found({ scan_state: 'waiting' })
  await openScreen(`/crm/forms/${form.id}?tab=answers&answer=${submission.id}`, 'owner')
  const sheet = page.getByRole('dialog', { name: 'תשובה' })
  await expect.element(sheet.getByText(/ממתין לבדיקת וירוסים/)).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'תלוש.pdf' })).not.toBeInTheDocument()
  await found({ scan_state: 'clean', scanned_at: new Date().toISOString() })
  await expect.element(sheet.getByRole('button', { name: 'תלוש.pdf' })).toBeVisible()
  await found({ scan_state: 'waiting', scanned_at: null })
  await found({ scan_state: 'infected', scanned_at: new Date().toISOString(), threat: 'Eicar-Test-Signature' })
  await openScreen(`/crm/forms/${form.id}?tab=answers&answer=${submission.id}`, 'owner')
  await expect.element(sheet.getByText(/נמצא בו וירוס \(.*Eicar-Test-Signature.*הקובץ הוסר/)).toBeVisible()
})

test('a changed answer shows its previous value and when it was replaced, and the setting is saved', async () => {
  const form = await publishedForm(unique('משתנה').replaceAll('"', ''))
  await openScreen(`/crm/forms/${form.id}?tab=settings`, 'owner')
  await page.getByRole('checkbox', { name: /אפשר לשנות תשובות אחרי השליחה/ }).click()
  await page.getByRole('button', { name: 'שמירת ההגדרות' }).click()
  const allows = async () =>
    (await backend.from('forms').select('allows_changes').eq('id', form.id).single().throwOnError()).data.allows_changes
  await expect.poll(allows).toBe(true)
  const key = crypto.randomUUID().replaceAll('-', '')
  const entries = { full_name: unique('נועה').replaceAll('"', ''), phone: '050-0007713', email: `${crypto.randomUUID()}@example.com`, couple: 'no', wish: 'שקט' } // prettier-ignore
  const send = async (more: object) => {
    const body = { formId: form.public_id, version: 1, key, entries, ...more }
    expect((await backend.functions.invoke<object>('submit-form', { body })).error).toBe(null)
  }
  await send({})
  await send({ entries: { ...entries, wish: 'רוגע', income: '9,000' }, change: 0 })
  await openScreen(`/crm/forms/${form.id}?tab=answers`, 'owner')
  await expect.element(page.getByText('השתנתה')).toBeVisible()
  await page.getByRole('button', { name: entries.full_name }).click()
  const sheet = page.getByRole('dialog', { name: 'תשובה' })
  await expect.element(sheet.getByText(/^קודם: שקט, עד /)).toBeVisible()
  await expect.element(sheet.getByText('רוגע', { exact: true })).toBeVisible()
  await expect.element(sheet.getByText(/^קודם: —, עד /)).toBeVisible()
})

test('the logic tab lists conditions as sentences, saving targets and follow-up actions', async () => {
  const form = await publishedForm(unique('לוגיקה').replaceAll('"', ''))
  await openScreen(`/crm/forms/${form.id}?tab=logic`, 'owner')
  const shown = page.getByRole('region', { name: 'מה מופיע ומתי' })
  await expect.element(shown.getByRole('listitem').filter({ hasText: 'מופיעה אם התשובה על' }).first()).toBeVisible()
  const endings = page.getByRole('region', { name: 'איך מסתיים' })
  await expect.element(endings.getByText(/אם החישוב ״.?נשאר בסוף חודש.?״ פחות מ־/)).toBeVisible()
  const table = page.getByRole('region', { name: 'לאן התשובות נשמרות' })
  await expect.element(table.getByRole('row').filter({ hasText: 'איש הקשר: דוא״ל' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'מה קורה אחרי השליחה' }).getByText('להודיע לצוות על כל תשובה')).toBeVisible() // prettier-ignore
  expect(await violationsOf()).toEqual([])
})

test('a password set in the settings is required on the form page, and can be removed', async () => {
  const form = await publishedForm(unique('סודי').replaceAll('"', ''))
  const isLocked = async () =>
    'isLocked' in (await backend.functions.invoke<object>('open-form', { body: { formId: form.public_id } })).data!
  await openScreen(`/crm/forms/${form.id}?tab=settings`, 'owner')
  const part = page.getByRole('region', { name: 'סיסמה' })
  await part.getByRole('textbox', { name: 'הסיסמה של הטופס' }).fill('abc')
  await part.getByRole('button', { name: 'קביעת סיסמה' }).click()
  await expect.element(part.getByText('סיסמה: 4 עד 100 תווים')).toBeVisible()
  await part.getByRole('textbox', { name: 'הסיסמה של הטופס' }).fill('אביב 26')
  await part.getByRole('button', { name: 'קביעת סיסמה' }).click()
  await expect.element(part.getByText(/הטופס נפתח רק בסיסמה שנקבעה/)).toBeVisible()
  await expect.element(part.getByRole('textbox', { name: 'סיסמה חדשה' })).toHaveValue('')
  expect(await isLocked()).toBe(true)
  await part.getByRole('button', { name: 'הסרת הסיסמה' }).click()
  await expect.element(part.getByText(/הטופס נפתח לכל מי שיש להם את הקישור/)).toBeVisible()
  expect(await isLocked()).toBe(false)
})

test('a draft is previewed from the form menu, and an incomplete draft shows its problem', async () => {
  const title = unique('טיוטה').replaceAll('"', '')
  const row = { title, draft: intakeDefinition as never }
  const { data: form } = await backend.from('forms').insert(row).select('id, public_id').single().throwOnError()
  const opened = { location: { assign: vi.fn() }, close: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as never)
  onTestFinished(() => open.mockRestore())
  await openScreen(`/crm/forms/${form.id}`, 'owner')
  const preview = async () => {
    await page.getByRole('button', { name: `פעולות: ${title}` }).click()
    await page.getByRole('menuitem', { name: 'תצוגה מקדימה של הטיוטה' }).click()
  }
  await preview()
  await expect.poll(() => opened.location.assign.mock.calls).toEqual([[expect.stringMatching(`^/form/${form.public_id}\\?preview=`)]]) // prettier-ignore
  await backend
    .from('forms')
    .update({ draft: {} as never })
    .eq('id', form.id)
    .throwOnError()
  await preview()
  await expect.element(page.getByText('אין עדיין תצוגה מקדימה')).toBeVisible()
  expect(opened.close).toHaveBeenCalledOnce()
})

test('the second page of submissions shows the older ones', async () => {
  const form = await publishedForm(unique('עמודים').replaceAll('"', ''))
  const hashOf = (n: number) => crypto.randomUUID().replaceAll('-', '') + n.toString(16).padStart(32, '0')
  const rows = Array.from({ length: 51 }, (_, n) => ({
    form_id: form.id,
    form_version: 1,
    key_hash: hashOf(n),
    status: 'complete' as const,
    completed_at: new Date(Date.UTC(2026, 9, 1, 10, n)).toISOString(),
  }))
  await backendAsService().from('form_submissions').insert(rows).throwOnError()
  await openScreen(`/crm/forms/${form.id}?tab=answers`, 'owner')
  const pages = page.getByRole('navigation', { name: 'עמודים' })
  await expect.element(pages).toMatchTextContent(/מציג 1–50 מתוך 51/)
  await pages.getByRole('link', { name: 'הבא' }).click()
  await expect.element(pages).toMatchTextContent(/מציג 51–51 מתוך 51/)
})
