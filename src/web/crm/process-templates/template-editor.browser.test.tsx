import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { loseNextRequest } from '../../../../test/browser/network.ts'

const owner = backendAs('owner')
const stages = () =>
  [...document.querySelectorAll('.template-stage__head b')].map((one) => one.textContent.replace(/^\d+\. /, ''))
const save = page.getByRole('button', { name: 'שמירת הטיוטה' })
const saved = page.getByRole('button', { name: 'נשמר' })
const remove = (name: string) => page.getByRole('button', { name: `מחיקת ${name}` })
const question = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
const processName = page.getByRole('textbox', { name: /^שם התהליך/ })
const asking = page.getByRole('dialog', { name: 'למחוק את השלב תקציב?' })

async function draftOf(names: readonly string[], template?: string) {
  const { data: id } = await owner.rpc('draft_process_template', { ...(template && { template }) }).throwOnError()
  if (template) return id
  const { data } = await owner.from('process_templates').select('version').eq('id', id).single().throwOnError()
  const content = { name: unique('ליווי'), description: '', stages: names.map((name) => ({ name, lineage: null })) }
  await owner.rpc('save_process_draft', { template: id, seen: data.version, content }).throwOnError()
  return id
}

/** The draft of a published template, and a family in its stage `תקציב`. */
async function draftWithFamily() {
  const first = await draftOf(['מיפוי', 'תקציב', 'סיכום'])
  const { data } = await owner.from('process_templates').select('version').eq('id', first).single().throwOnError()
  const { data: template } = await owner
    .rpc('publish_process_template', { template: first, seen: data.version })
    .throwOnError()
  const { data: stage } = await owner
    .from('process_stages')
    .select('id')
    .eq('template_id', template)
    .eq('name', 'תקציב')
    .single()
    .throwOnError()
  const contact = await makeContact({ first: 'ליאת', last: unique('כהן') })
  const service = backendAsService()
  const { data: process } = await service
    .from('client_processes')
    .insert({ contact_id: contact.id, process_template_id: template })
    .select('id')
    .single()
    .throwOnError()
  await service
    .from('process_stage_instances')
    .upsert(
      { client_process_id: process.id, process_stage_id: stage.id, status: 'waiting_client' },
      { onConflict: 'client_process_id,process_stage_id' },
    )
    .throwOnError()
  const { data: person } = await owner.from('contacts').select('full_name').eq('id', contact.id).single().throwOnError()
  return { draft: await draftOf([], template), family: person.full_name }
}

const open = async (draft: string) => {
  await openScreen(`/crm/process-templates/${draft}`, 'owner')
  await expect.element(saved).toBeVisible()
}

test('the buttons reorder stages and keep the focus, and the order is saved', async () => {
  const draft = await draftOf(['מיפוי', 'תקציב', 'סיכום'])
  await open(draft)
  const up = page.getByRole('button', { name: 'העלאה: סיכום' })
  await up.click()
  await up.click()
  expect(stages()).toEqual(['סיכום', 'מיפוי', 'תקציב'])
  await expect.element(up).toHaveFocus()
  await expect.element(up).toHaveAttribute('aria-disabled', 'true')
  await up.click({ force: true })
  await page.getByRole('button', { name: 'הורדה: מיפוי' }).click()
  expect(stages()).toEqual(['סיכום', 'תקציב', 'מיפוי'])
  await save.click()
  await expect.element(saved).toBeVisible()
  await open(draft)
  expect(stages()).toEqual(['סיכום', 'תקציב', 'מיפוי'])
})

test('a stage without families is removed without confirmation', async () => {
  await open(await draftOf(['מיפוי', 'תקציב']))
  await remove('תקציב').click()
  await expect.poll(stages).toEqual(['מיפוי'])
  await expect.element(save).toBeVisible()
})

test('removing a stage with a family requires a confirmation that names the family', async () => {
  const { draft, family } = await draftWithFamily()
  await open(draft)
  await remove('תקציב').click()
  await expect.element(asking).toMatchTextContent(/משפחה אחת נמצאת עכשיו בשלב הזה/)
  await expect.element(asking.getByRole('listitem')).toHaveTextContent(family)
  await asking.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(asking).not.toBeInTheDocument()
  expect(stages()).toEqual(['מיפוי', 'תקציב', 'סיכום'])
  await expect.element(saved).toBeVisible()
  await remove('תקציב').click()
  await asking.getByRole('button', { name: 'מחיקת השלב' }).click()
  await expect.poll(stages).toEqual(['מיפוי', 'סיכום'])
})

test('a stage cannot be removed while it is unknown which families are in it', async () => {
  const { draft } = await draftWithFamily()
  await open(draft)
  loseNextRequest('/rest/v1/process_stage_instances')
  await remove('תקציב').click()
  await expect.element(page.getByText('השלב לא נמחק')).toBeVisible()
  expect(stages()).toEqual(['מיפוי', 'תקציב', 'סיכום'])
})

test('leaving with unsaved changes asks for confirmation, and a saved draft can be left immediately', async () => {
  const draft = await draftOf(['מיפוי', 'תקציב'])
  await open(draft)
  await processName.fill('ליווי חדש')
  const away = page.getByRole('link', { name: 'לכל התבניות' })
  await away.click()
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect.element(processName).toHaveValue('ליווי חדש')
  expect(location.pathname).toBe(`/crm/process-templates/${draft}`)
  await save.click()
  await expect.element(saved).toBeVisible()
  await page.getByRole('button', { name: 'הורדה: מיפוי' }).click()
  await away.click()
  await question.getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect.poll(() => location.pathname).toBe('/crm/process-templates')
  await open(draft)
  expect(stages()).toEqual(['מיפוי', 'תקציב'])
  await away.click()
  await expect.poll(() => location.pathname).toBe('/crm/process-templates')
})

test('deleting a draft requires confirmation, and does not change the published template', async () => {
  const { draft } = await draftWithFamily()
  await open(draft)
  const discarding = page.getByRole('dialog', { name: 'למחוק את הטיוטה?' })
  const press = page.getByRole('button', { name: 'מחיקת הטיוטה' })
  await press.click()
  await discarding.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(discarding).not.toBeInTheDocument()
  expect(stages()).toEqual(['מיפוי', 'תקציב', 'סיכום'])
  await processName.fill('ליווי חדש')
  await press.click()
  await discarding.getByRole('button', { name: 'מחיקה' }).click()
  await expect.poll(() => location.pathname).toBe('/crm/process-templates')
  const { data } = await owner.from('process_templates').select('id').eq('id', draft).throwOnError()
  expect(data).toEqual([])
})

test('the documents of a stage are added, reordered, removed and saved, and its form is selected', async () => {
  // The intake form of the demo.
  const { data: form } = await owner
    .from('forms')
    .select('id, title')
    .eq('public_id', 'hekerut')
    .single()
    .throwOnError()
  const draft = await draftOf(['מיפוי'])
  await open(draft)
  await page.getByRole('button', { name: /^1\. מיפוי/ }).click()
  const add = page.getByRole('button', { name: 'מסמך חדש בשלב מיפוי' })
  const names = page.getByRole('textbox', { name: /^שם המסמך/ })
  for (const [at, name] of ['תלושים', 'עו״ש', 'חוזה'].entries()) {
    await add.click()
    await names.nth(at).fill(name)
  }
  await page
    .getByRole('textbox', { name: /^הסבר למשפחה/ })
    .first()
    .fill('שלושה חודשים')
  await page.getByRole('button', { name: 'הורדה: תלושים' }).click()
  await remove('חוזה').click()
  const chooser = page.getByRole('combobox', { name: /^שאלון של השלב/ })
  await expect.element(chooser.getByRole('option', { name: form.title })).toBeInTheDocument()
  await chooser.selectOptions(form.title)
  await save.click()
  await expect.element(saved).toBeVisible()
  const { data } = await owner
    .from('process_stages')
    .select('form_id, documents:stage_documents(name, hint, position)')
    .eq('template_id', draft)
    .single()
    .throwOnError()
  expect(data.form_id).toBe(form.id)
  expect(data.documents.toSorted((a, b) => a.position - b.position)).toEqual([
    { name: 'עו״ש', hint: '', position: 1 },
    { name: 'תלושים', hint: 'שלושה חודשים', position: 2 },
  ])
})

test('the review request of a stage is off by default, and shown in its summary line when on', async () => {
  const draft = await draftOf(['מיפוי'])
  await open(draft)
  const stage = page.getByRole('button', { name: /^1\. מיפוי/ })
  await stage.click()
  const mark = page.getByRole('checkbox', { name: 'לבקש המלצה כשהשלב נגמר' })
  await expect.element(mark).not.toBeChecked()
  await mark.click()
  await expect.element(stage).toMatchTextContent(/מבקש המלצה בסיום/)
  await save.click()
  await expect.element(saved).toBeVisible()
  await open(draft)
  await expect.element(stage).toMatchTextContent(/מבקש המלצה בסיום/)
  const { data } = await owner
    .from('process_stages')
    .select('asks_for_review')
    .eq('template_id', draft)
    .single()
    .throwOnError()
  expect(data.asks_for_review).toBe(true)
})
