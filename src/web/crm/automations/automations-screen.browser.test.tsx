import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, openScreen, renderApp } from '../../../../test/browser/render.tsx'
import { emptyDefinition, type Step } from '#features/automations/engine/definition.ts'
import { invoke } from '#client/invoke.ts'
import { violationsOf } from '../../../../test/browser/violations.ts'
import { openDialog } from '../../../../test/browser/open-dialog.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'
import { EnrolDialog } from './enrol-dialog.tsx'

const owner = backendAs('owner')
const task: Step = {
  id: 'task1',
  kind: 'task',
  name: 'להתקשר',
  type: 'call',
  priority: 'high',
  dueMinutes: 60,
  userId: null,
}

async function addAutomation(name: string, steps: Step[] = [task]) {
  const definition = { ...emptyDefinition({ type: 'event' as const, event: 'lead.captured', match: {} }), steps }
  const { data } = await owner
    .from('automations')
    .insert({ name, kind: 'automation', definition })
    .select('id, version')
    .single()
    .throwOnError()
  return data
}
const stored = async (id: string) =>
  (await owner.from('automations').select('name, status, definition').eq('id', id).single().throwOnError()).data
const stepKinds = async (id: string) => (await stored(id)).definition.steps.map(({ kind }) => kind)

beforeEach(async () => {
  await page.viewport(1440, 900)
})

test('a recipe is simulated on the last 30 days, and creates an inactive draft', async () => {
  await openScreen('/crm/automations', 'owner')
  await page.getByRole('button', { name: 'מתכונים מוכנים' }).click()
  const recipe = page.getByRole('region', { name: 'יום הולדת' })
  await recipe.getByRole('button', { name: /^מה היה קורה/ }).click()
  await expect.element(recipe.getByRole('status', { name: 'תוצאת הסימולציה' })).toBeVisible()
  await recipe.getByRole('button', { name: 'פתיחה כטיוטה' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'יום הולדת' })).toBeVisible()
  await expect.element(page.getByText('טיוטה', { exact: true })).toBeVisible()
})

test('a filtered list of runs counts only the matching runs, and shows a message if there are none', async () => {
  const { id } = await addAutomation(unique('סינון'))
  await openScreen(`/crm/automations/${id}/runs`, 'owner')
  await expect.element(page.getByText('עוד אין כאן אנשי קשר.')).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'הכול (0)', exact: true })).toBeInTheDocument()
  await page.getByLabelText('מצב').selectOptions('failed')
  await expect.element(page.getByText('אף איש קשר לא מתאים לסינון.')).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'הכול', exact: true })).toBeInTheDocument()
})

test('a sequence recipe creates its templates as drafts, and reuses them when created again', async () => {
  const name = 'רצף אחרי השאלון, לפי שלב'
  for (let i = 0; i < 2; i++) {
    await openScreen('/crm/automations', 'owner')
    await page.getByRole('button', { name: 'מתכונים מוכנים' }).click()
    const recipe = page.getByRole('region', { name })
    await recipe.getByRole('button', { name: 'פתיחה כטיוטה' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect.element(page.getByLabelText('תבנית').nth(2)).toHaveDisplayValue(/אחרי השאלון, 3/)
  }
  const { data } = await owner
    .from('message_templates')
    .select('name, purpose, published_number')
    .like('name', 'אחרי השאלון, _:%')
    .order('name')
    .throwOnError()
  expect(data.map(({ purpose, published_number: published }) => [purpose, published])).toEqual(
    Array(3).fill(['marketing', null]),
  )
})

test('steps can be added, reordered and removed by keyboard only', async () => {
  const { id } = await addAutomation('לפי מקלדת')
  await openScreen(`/crm/automations/${id}`, 'owner')
  const add = page.getByRole('button', { name: 'צעד', exact: true })
  await expect.element(add).toBeVisible()
  add.element().focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'צעד חדש' })
  await dialog.getByLabelText('סוג הצעד').selectOptions('המתנה')
  dialog.getByRole('button', { name: 'הוספה' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('המתנה של יום, עד השעה 09:00')).toBeVisible()
  const menu = page.getByRole('button', { name: /^פעולות: המתנה/ })
  menu.element().focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('menuitem', { name: 'למעלה' }).click()
  await page.getByRole('button', { name: 'שמירה', exact: true }).click()
  await expect.poll(() => stepKinds(id)).toEqual(['wait', 'task'])
  await page.getByRole('button', { name: /^פעולות: משימה/ }).click()
  await page.getByRole('menuitem', { name: 'מחיקת הצעד' }).click()
  await page.getByRole('button', { name: 'שמירה', exact: true }).click()
  await expect.poll(() => stepKinds(id)).toEqual(['wait'])
})

test('errors are shown at their steps, and prevent publishing', async () => {
  const { id } = await addAutomation('שגויה', [{ id: 'exit1', kind: 'exit' }, task])
  await openScreen(`/crm/automations/${id}`, 'owner')
  const errors = page.getByRole('region', { name: 'כדי לפרסם צריך לתקן' })
  await expect.element(errors.getByText(/לצעד הזה אי אפשר להגיע/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'פרסום' })).toBeDisabled()
})

test('publishing lists the steps and enables the automation, and publishing again lists the changes', async () => {
  const { id } = await addAutomation('לפרסום')
  await openScreen(`/crm/automations/${id}`, 'owner')
  await page.getByRole('button', { name: 'פרסום' }).click()
  const dialog = page.getByRole('dialog', { name: 'פרסום והפעלה' })
  await expect.element(dialog.getByText(/משימה: ״להתקשר״/)).toBeVisible()
  await dialog.getByRole('button', { name: 'פרסום' }).click()
  await expect.poll(async () => (await stored(id)).status).toBe('enabled')
  await page.getByRole('switch', { name: 'רכשו' }).click()
  await page.getByRole('button', { name: 'פרסום' }).click()
  await expect.poll(() => document.querySelector('.automation__diff ins')?.textContent).toContain('יציאה אם')
})

test('a draft that was never published is deleted from its menu, and undo restores it', async () => {
  const { id } = await addAutomation('למחיקה')
  const rows = async () => (await owner.from('automations').select('name').eq('id', id).throwOnError()).data
  await openScreen(`/crm/automations/${id}`, 'owner')
  await page.getByLabelText('שם', { exact: true }).fill('שם שלא נשמר')
  await page.getByRole('button', { name: 'עוד פעולות' }).click()
  await page.getByRole('menuitem', { name: 'מחיקה' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'אוטומציות' })).toBeVisible()
  await expect.poll(() => rows()).toEqual([])
  await undoLast()
  await expect.poll(rows).toEqual([{ name: 'למחיקה' }])
})

test('a contact can be enrolled manually in an enabled automation, and a refusal is shown at the contact', async () => {
  const { id, version } = await addAutomation('להוספה ידנית')
  await openScreen(`/crm/automations/${id}/runs`, 'owner').then(async (screen) => {
    await expect.element(page.getByText('עוד אין כאן אנשי קשר.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'הוספה ידנית' })).not.toBeInTheDocument()
    await screen.unmount()
  })
  await invoke(owner, 'publish-automation', { id, version, move: 'stay' })
  const last = unique('מצורפת')
  const contact = await makeContact({ last })
  await openScreen(`/crm/automations/${id}/runs`, 'owner')
  const dialog = page.getByRole('dialog', { name: 'הוספה ידנית' })
  const add = async () => {
    await page.getByRole('button', { name: 'הוספה ידנית' }).click()
    await dialog.getByRole('combobox').fill(last)
    await page.getByRole('option', { name: contact.full_name }).click()
    await dialog.getByRole('button', { name: 'הוספה', exact: true }).click()
  }
  await add()
  await expect.element(dialog).not.toBeInTheDocument()
  await owner.from('contacts').update({ do_not_contact: true }).eq('id', contact.id).throwOnError()
  await add()
  await expect.element(dialog.getByText('איש הקשר סומן ״אין ליצור קשר״.')).toBeVisible()
})

test('the enrolment dialog lists the messages that a manually enrolled contact does not get', async () => {
  await renderApp(<EnrolDialog automationId={crypto.randomUUID()} needsEvent open onClose={() => {}} />, {
    as: 'owner',
  })
  await expect.element(page.getByText(/הודעות עם פרטים של האירוע/)).toBeVisible()
})

test('archiving an automation, which ends its runs, asks for confirmation', async () => {
  const { id, version } = await addAutomation(unique('לארכיון'))
  await invoke(owner, 'publish-automation', { id, version, move: 'stay' })
  await openScreen(`/crm/automations/${id}`, 'owner')
  const choose = async () => {
    await page.getByRole('button', { name: 'עוד פעולות' }).click()
    await page.getByRole('menuitem', { name: 'העברה לארכיון, כולל יציאה של מי שבפנים' }).click()
    await expect.element(openDialog.getByText(/מי שבפנים יוצאים עכשיו/)).toBeVisible()
  }
  await choose()
  await openDialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(openDialog).not.toBeInTheDocument()
  expect((await stored(id)).status).toBe('enabled')
  await choose()
  await openDialog.getByRole('button', { name: 'העברה לארכיון' }).click()
  await expect.poll(async () => (await stored(id)).status).toBe('archived')
})

test('staff can manually end the run of a contact that is in a wait step', async () => {
  const wait: Step = { id: 'wait1', kind: 'wait', minutes: 1440, workingHours: false }
  const { id, version } = await addAutomation('עם המתנה', [wait])
  await invoke(owner, 'publish-automation', { id, version, move: 'stay' })
  const contact = await makeContact({ last: unique('ממתינה') })
  await owner.rpc('enrol_contacts', { automation: id, contacts: [contact.id] }).throwOnError()
  const runs = async () =>
    (await owner.from('automation_runs').select('status').eq('automation_id', id).throwOnError()).data
  await expect.poll(runs, { timeout: 45_000 }).toEqual([{ status: 'waiting' }])
  await openScreen(`/crm/automations/${id}/runs`, 'owner')
  await page.getByText(contact.full_name).first().click()
  await page.getByRole('button', { name: 'הוצאה ידנית' }).click()
  await expect.poll(runs, { timeout: 45_000 }).toEqual([{ status: 'exited' }])
})

test('the list can be filtered by automations that use a tag', async () => {
  const name = `תגית ${crypto.randomUUID().slice(0, 8)}`
  const { data: tag } = await owner.from('tags').insert({ name, color: 'stage-1' }).select('id').single().throwOnError()
  const touching = await addAutomation(`נוגעת ${name}`, [{ id: 'tag01', kind: 'tag', change: 'add', tagId: tag.id }])
  const other = await addAutomation(`אחרת ${name}`)
  for (const { id, version } of [touching, other])
    await invoke(owner, 'publish-automation', { id, version, move: 'stay' })
  await openScreen('/crm/automations', 'owner')
  await page.getByLabelText('מה נוגע בזה?').selectOptions(name)
  await expect.element(page.getByRole('link', { name: `נוגעת ${name}` })).toBeVisible()
  await expect.element(page.getByRole('link', { name: `אחרת ${name}` })).not.toBeInTheDocument()
})

test('at 390 px the table of automations fits the screen, and the counts of runs are below the name', async () => {
  const name = unique('בטלפון')
  await addAutomation(name)
  await page.viewport(390, 844)
  await openScreen('/crm/automations', 'owner')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect.element(row.getByText('בפנים 0, הסתיימו 0', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'הסתיימו' })).not.toBeInTheDocument()
  const { scrollWidth, clientWidth } = page.getByRole('region', { name: 'האוטומציות' }).element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})

test.each(['light', 'dark'])(
  'the automation screens violate no accessibility rule and do not overflow at 390 px (%s)',
  async (theme) => {
    const { id } = await addAutomation('נגישה', [
      { id: 'branch', kind: 'branch', conditions: [{ about: 'consent', is: true }], then: [task], else: [] },
    ])
    await page.viewport(390, 844)
    document.documentElement.dataset['theme'] = theme
    for (const path of [
      '/crm/automations',
      `/crm/automations/${id}`,
      `/crm/automations/${id}/runs`,
      '/crm/email/sequences',
    ]) {
      const screen = await openScreen(path, 'owner')
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => document.querySelector('.spinner')).toBeNull()
      expect(await violationsOf(), path).toEqual([])
      expect(document.documentElement.scrollWidth, path).toBeLessThanOrEqual(390)
      await screen.unmount()
    }
  },
)
