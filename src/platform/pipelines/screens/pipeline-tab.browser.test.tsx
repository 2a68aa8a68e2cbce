import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { PipelineTab } from './pipeline-tab.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')

/** A pipeline for one test, with the stages of the default one. */
async function makePipeline(name = unique('צינור')) {
  const { data: id } = await backend.rpc('add_pipeline', { name }).throwOnError()
  onTestFinished(async () => {
    await backend.from('opportunities').delete().eq('pipeline_id', id).throwOnError()
    await backend.from('pipelines').delete().eq('id', id).throwOnError()
  })
  return { id, name, stages: await stagesOf(id) }
}
async function stagesOf(pipelineId: string) {
  const { data } = await backend
    .from('pipeline_stages')
    .select('id, name, kind, probability, rot_days, color')
    .eq('pipeline_id', pipelineId)
    .order('position')
    .throwOnError()
  return data
}

const open = () => renderApp(<PipelineTab />, { as: 'owner' })
const cardOf = (name: string) => page.getByRole('region', { name })
const shownStages = (name: string) => [...cardOf(name).element().querySelectorAll('li b')].map((one) => one.textContent)
const save = dialog.getByRole('button', { name: 'שמירה' })
const field = (label: string) => dialog.getByLabelText(label, { exact: false })
const item = (name: string) => page.getByRole('menuitem', { name })

async function choose(pipeline: string, action: string) {
  await cardOf(pipeline)
    .getByRole('button', { name: `פעולות: ${pipeline}` })
    .click()
  await item(action).click()
}

test('a pipeline is added with the stages of the default one, renamed, and deleted', async () => {
  await open()
  await page.getByRole('button', { name: 'צינור מכירות נוסף' }).click()
  await save.click()
  await expect.element(field('שם')).toHaveAccessibleDescription('שדה חובה')
  const name = unique('סדנאות')
  await field('שם').fill(name)
  await save.click()
  await expect.element(cardOf(name)).toBeVisible()
  const main = page.getByRole('region').first().element()
  expect(shownStages(name)).toEqual([...main.querySelectorAll('li b')].map((one) => one.textContent))
  const renamed = unique('ארגונים')
  await choose(name, 'שינוי השם')
  await field('שם').fill(renamed)
  await save.click()
  await expect.element(cardOf(renamed)).toBeVisible()
  await choose(renamed, 'מחיקת הצינור')
  await expect.element(page.getByText('הצינור נמחק')).toBeVisible()
  await expect.element(cardOf(renamed)).not.toBeInTheDocument()
})

test('the default pipeline is listed first, and has no actions to delete it or make it the default', async () => {
  await makePipeline()
  await open()
  const main = page.getByRole('region').first()
  await expect.element(main.getByText('ראשי', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: /^פעולות/ }).click()
  await expect.element(item('שינוי השם')).toBeVisible()
  expect(page.getByRole('menuitem').elements()).toHaveLength(1)
})

test('deleting a pipeline with opportunities is refused with the reason', async () => {
  const { id, name, stages } = await makePipeline()
  const contact = await makeContact()
  await backend
    .from('opportunities')
    .insert({ name: 'ליווי', contact_id: contact.id, pipeline_id: id, stage_id: stages[0]!.id })
    .throwOnError()
  await open()
  await choose(name, 'מחיקת הצינור')
  await expect.element(page.getByText('יש בצינור הזה הזדמנויות. העבירו או מחקו אותן קודם')).toBeVisible()
  await expect.element(cardOf(name)).toBeVisible()
})

test('the buttons reorder stages, and the order is stored', async () => {
  const { id, name, stages } = await makePipeline()
  await open()
  await cardOf(name)
    .getByRole('button', { name: `הורדה: ${stages[0]!.name}` })
    .click()
  const expected = [stages[1]!.name, stages[0]!.name]
  await expect.poll(() => shownStages(name).slice(0, 2)).toEqual(expected)
  await expect.poll(async () => (await stagesOf(id)).slice(0, 2).map((stage) => stage.name)).toEqual(expected)
})

test('a probability above 100 and a waiting limit of zero days are refused at their fields', async () => {
  const { id, name, stages } = await makePipeline()
  await open()
  await cardOf(name)
    .getByRole('button', { name: `עריכה: ${stages[0]!.name}` })
    .click()
  await field('הסתברות באחוזים').fill('101')
  await field('ימים בלי התקדמות עד סימון').fill('0')
  await save.click()
  await expect.element(field('הסתברות באחוזים')).toHaveAccessibleDescription(/מספר בין 0 ל־100/)
  await expect.element(field('ימים בלי התקדמות עד סימון')).toHaveAccessibleDescription(/מספר ימים, או ריק/)
  await field('הסתברות באחוזים').fill('35')
  await field('ימים בלי התקדמות עד סימון').fill('2')
  await dialog.getByLabelText('ירוק').click()
  await save.click()
  await expect.element(cardOf(name).getByText('הסתברות 35% · בלי התקדמות: יומיים')).toBeVisible()
  await expect
    .poll(async () => (await stagesOf(id))[0])
    .toMatchObject({ probability: 35, rot_days: 2, color: 'stage-5' })
})

test("a colleague's change of the stage during the edit is overwritten only by a second save", async () => {
  const { id, name, stages } = await makePipeline()
  const { connection } = await open()
  await cardOf(name)
    .getByRole('button', { name: `עריכה: ${stages[0]!.name}` })
    .click()
  await field('שם').fill('שלי')
  const theirs = unique('של דנה')
  const update = backendAs('admin').from('pipeline_stages').update({ name: theirs, color: 'stage-5' })
  await update.eq('id', stages[0]!.id).throwOnError()
  // Simulates the refetch after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect
    .poll(() => [...document.querySelectorAll('.stage-rows b')].map((one) => one.textContent))
    .toContain(theirs)
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/מישהו שינה את זה לפניכם/)
  await expect.element(field('שם')).toHaveValue('שלי')
  await expect.poll(async () => (await stagesOf(id))[0]!.name).toBe(theirs)
  await expect.element(dialog.getByRole('radio', { name: 'ירוק' })).toBeChecked()
  await save.click()
  await expect.poll(async () => (await stagesOf(id))[0]!).toMatchObject({ name: 'שלי', color: 'stage-5' })
})

test("a colleague's new name of the pipeline during the edit is not overwritten, until the edit is saved again", async () => {
  const { id, name } = await makePipeline()
  const { connection } = await open()
  await choose(name, 'שינוי השם')
  const mine = unique('שלי')
  await field('שם').fill(mine)
  const theirs = unique('של דנה')
  await backendAs('admin').from('pipelines').update({ name: theirs }).eq('id', id).throwOnError()
  // Simulates the refetch after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect
    .poll(() => [...document.querySelectorAll('section h2, section h3')].map((one) => one.textContent))
    .toContain(theirs)
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/מישהו שינה את זה לפניכם/)
  await expect.element(field('שם')).toHaveValue(mine)
  const stored = async () =>
    (await backend.from('pipelines').select('name').eq('id', id).single().throwOnError()).data.name
  expect(await stored()).toBe(theirs)
  await save.click()
  await expect.poll(stored).toBe(mine)
})

test('an edit of a stage that a colleague deleted is refused with the reason, and the typed name stays', async () => {
  const { name, stages } = await makePipeline()
  await open()
  await cardOf(name)
    .getByRole('button', { name: `עריכה: ${stages[1]!.name}` })
    .click()
  await field('שם').fill('שלי')
  await backendAs('admin').from('pipeline_stages').delete().eq('id', stages[1]!.id).throwOnError()
  await save.click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: 'מישהו מחק את זה לפניכם' })).toBeVisible()
  await expect.element(field('שם')).toHaveValue('שלי')
})

test('a new won stage has no probability field and is saved with probability 100', async () => {
  const { id, name } = await makePipeline()
  await open()
  await cardOf(name).getByRole('button', { name: 'הוספת שלב' }).click()
  const added = unique('הצלחה')
  await field('שם').fill(added)
  await field('מה זה אומר על ההזדמנות?').selectOptions('נסגרה בהצלחה')
  expect(dialog.getByLabelText('הסתברות באחוזים').elements()).toEqual([])
  await save.click()
  await expect.poll(() => shownStages(name)).toContain(added)
  await expect
    .poll(async () => (await stagesOf(id)).find((stage) => stage.name === added))
    .toMatchObject({ kind: 'won', probability: 100 })
})

test('deleting a stage with opportunities requires a destination stage of the same kind', async () => {
  const { id, name, stages } = await makePipeline()
  const [from, to] = stages as [(typeof stages)[0], (typeof stages)[0]]
  const contact = await makeContact()
  const rows = ['א', 'ב'].map((opportunity) => ({
    name: opportunity,
    contact_id: contact.id,
    pipeline_id: id,
    stage_id: from.id,
  }))
  await backend.from('opportunities').insert(rows).throwOnError()
  await open()
  await cardOf(name)
    .getByRole('button', { name: `מחיקה: ${from.name}` })
    .click()
  const destination = dialog.getByLabelText('לאן יעברו שתי ההזדמנויות שבשלב הזה?', { exact: false })
  await expect.element(destination).toBeVisible()
  const kinds = [...(destination.element() as HTMLSelectElement).options].map(({ text }) => text)
  expect(kinds).toEqual(stages.filter(({ kind, id: one }) => kind === 'open' && one !== from.id).map((one) => one.name))
  await destination.selectOptions(to.name)
  await dialog.getByRole('button', { name: 'מחיקת השלב' }).click()
  await expect.element(page.getByText(/השלב נמחק\. שתי הזדמנויות עברו לשלב/)).toBeVisible()
  const { data } = await backend.from('opportunities').select('stage_id').eq('pipeline_id', id).throwOnError()
  expect(data).toEqual([{ stage_id: to.id }, { stage_id: to.id }])
})

test('an empty stage is deleted without a destination, and the last stage of its kind has no delete button', async () => {
  const { name, stages } = await makePipeline()
  await open()
  const won = stages.find(({ kind }) => kind === 'won')!
  await expect.element(cardOf(name).getByRole('button', { name: `עריכה: ${won.name}` })).toBeVisible()
  expect(
    cardOf(name)
      .getByRole('button', { name: `מחיקה: ${won.name}` })
      .elements(),
  ).toEqual([])
  await cardOf(name)
    .getByRole('button', { name: `מחיקה: ${stages[0]!.name}` })
    .click()
  await expect.element(dialog.getByText('אין הזדמנויות בשלב הזה.')).toBeVisible()
  await dialog.getByRole('button', { name: 'מחיקת השלב' }).click()
  await expect.poll(() => shownStages(name)).not.toContain(stages[0]!.name)
})

const reasons = page.getByRole('region', { name: 'סיבות לאי־סגירה' })

test('a loss reason is added, switched off and deleted; a duplicate name is refused', async () => {
  await open()
  const name = unique('סיבה')
  const typed = reasons.getByLabelText('סיבה נוספת')
  const add = reasons.getByRole('button', { name: 'הוספה' })
  await add.click()
  await expect.element(typed).toHaveAccessibleDescription('שדה חובה')
  await typed.fill(`  ${name} `)
  await add.click()
  await expect.element(typed).toHaveValue('')
  const toggle = reasons.getByRole('switch', { name })
  await toggle.click()
  await expect.element(toggle).not.toBeChecked()
  const stored = async () =>
    (await backend.from('lost_reasons').select('is_active').eq('name', name).throwOnError()).data
  await expect.poll(stored).toEqual([{ is_active: false }])
  await typed.fill(name)
  await add.click()
  await expect.element(typed).toHaveAccessibleDescription('כבר יש סיבה בשם הזה')
  await expect.element(typed).toHaveValue(name)
  await reasons.getByRole('button', { name: `מחיקה: ${name}` }).click()
  await expect.element(toggle).not.toBeInTheDocument()
  await expect.poll(() => stored()).toEqual([])
})

test('deleting a reason in use is refused with the hint that it can be hidden', async () => {
  const { data: used } = await backend
    .from('opportunities')
    .select('lost_reason:lost_reasons!inner(name)')
    .not('lost_reason_id', 'is', null)
    .limit(1)
    .single()
    .throwOnError()
  await open()
  await reasons.getByRole('button', { name: `מחיקה: ${used.lost_reason.name}` }).click()
  await expect.element(page.getByText(/כבר מופיעה בהזדמנויות, ולכן אפשר רק להסתיר אותה/)).toBeVisible()
  await expect.element(reasons.getByRole('switch', { name: used.lost_reason.name })).toBeVisible()
})
