import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import {
  addContact,
  addOpportunity,
  movedTo,
  stageIdOf,
  uniqueName,
  userIdOf,
} from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const message = page.getByRole('region', { name: 'הודעות' })
const stages = page.getByRole('list', { name: 'שלבי המכירה' })
const stage = (name: string) => stages.getByRole('button', { name: new RegExp(`^${name}`) })
const details = page.getByRole('region', { name: 'פרטים', exact: true })
const edit = page.getByRole('dialog', { name: 'עריכת ההזדמנות' })
const field = (label: string | RegExp) => edit.getByLabelText(label)
const save = () => edit.getByRole('button', { name: 'שמירת השינויים' }).click()

async function openOpportunity(as: Role, inStage = 'new', amount_agorot = 500_000) {
  const contact = await addContact({ phone: undefined, last_name: uniqueName() })
  const opportunity = await addOpportunity(
    { contact_id: contact.id, name: `ליווי ${uniqueName()}`, amount_agorot },
    inStage,
  )
  const { router, connection } = await openScreen(`/crm/opportunities/${opportunity.id}`, as)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(opportunity.name)
  return { ...opportunity, contact, router, connection }
}

async function openEdit() {
  await details.getByRole('button', { name: 'עריכה' }).click()
  await expect.element(field(/^שם/)).toBeVisible()
}

const readRow = async (id: string) =>
  (await backendAs('owner').from('opportunities').select().eq('id', id).single().throwOnError()).data

test('clicking a stage moves the opportunity, shows the time spent in earlier stages, and can be undone', async () => {
  const { id } = await openOpportunity('sales')
  await expect.element(stage('פנייה חדשה')).toHaveAttribute('aria-current', 'step')
  await expect.element(details).toMatchTextContent(/הסתברות.?5% \(לפי השלב\)/)
  await stage('נוצר קשר').click()
  await expect.element(stage('נוצר קשר')).toHaveAttribute('aria-current', 'step')
  await expect.element(details).toMatchTextContent('15% (לפי השלב)')
  await expect.poll(() => movedTo(id)).toMatchObject({ stage: 'contacted' })
  await undoLast()
  await expect.element(stage('פנייה חדשה')).toHaveAttribute('aria-current', 'step')
  await expect.element(message).toMatchTextContent(/חזרה אל .פנייה חדשה/)
  await expect.poll(() => movedTo(id)).toMatchObject({ stage: 'new' })
})

test('on a phone the stages are scrolled to the current one', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  await openOpportunity('sales', 'followup')
  await expect.element(stage('במעקב')).toHaveAttribute('aria-current', 'step')
  const side = (of: typeof stages) => of.element().getBoundingClientRect()
  expect(stages.element().scrollWidth).toBeGreaterThan(390)
  await expect.poll(() => side(stage('במעקב')).left).toBeGreaterThanOrEqual(side(stages).left)
  expect(side(stage('במעקב')).right).toBeLessThanOrEqual(side(stages).right)
})

test('clicking the current stage sends nothing', async () => {
  const { id, version } = await openOpportunity('sales')
  // Clicked directly: a locator would wait, because the button is marked as disabled.
  await expect.element(stage('פנייה חדשה')).toBeVisible()
  await stage('פנייה חדשה').click({ force: true })
  await stage('נוצר קשר').click()
  await expect.poll(() => movedTo(id)).toMatchObject({ stage: 'contacted', version: version + 1 })
})

test("undo after a colleague's change of the opportunity is refused, and the change is preserved", async () => {
  const { id } = await openOpportunity('sales')
  await stage('נוצר קשר').click()
  await expect.poll(() => movedTo(id)).toMatchObject({ stage: 'contacted' })
  await backendAs('admin').from('opportunities').update({ amount_agorot: 900_000 }).eq('id', id).throwOnError()
  await undoLast()
  await expect.element(message).toMatchTextContent('אי אפשר לבטל כבר')
  await expect.element(message).toMatchTextContent('ההזדמנות השתנתה מאז, ולכן היא נשארה במקומה')
  await expect.poll(() => readRow(id)).toMatchObject({ stage: 'contacted', amount_agorot: 900_000 })
})

test("a move that conflicts with a colleague's is reported, and the page shows the stored stage", async () => {
  const { id, version } = await openOpportunity('sales')
  const held = holdNextRequest('/rpc/move_opportunity')
  await stage('נוצר קשר').click()
  await held.sent
  await backendAs('owner')
    .rpc('move_opportunity', {
      opportunity_id: id,
      expected_version: version,
      to_stage_id: await stageIdOf('proposal'),
    })
    .throwOnError()
  held.release()
  await expect.element(message).toMatchTextContent('ההעברה לא נשמרה')
  await expect.element(stage('נשלחה הצעה')).toHaveAttribute('aria-current', 'step')
})

test('an edit before the products are loaded leaves the product of the opportunity', async () => {
  const contact = await addContact({ last_name: uniqueName() })
  const { id } = await addOpportunity({ contact_id: contact.id })
  const { data: product } = await backendAs('owner').from('products').select('id').limit(1).single().throwOnError()
  await backendAs('owner').from('opportunities').update({ product_id: product.id }).eq('id', id).throwOnError()
  await openScreen(`/crm/opportunities/${id}`, 'owner')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const held = holdNextRequest('/rest/v1/products')
  await openEdit()
  await held.sent
  await expect.element(field(/^מוצר/)).toHaveValue(product.id)
  await field(/^סכום/).fill('7000')
  held.release()
  await held.answered
  await expect.element(field(/^מוצר/)).toHaveValue(product.id)
  await save()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(() => readRow(id)).toMatchObject({ amount_agorot: 700_000, product_id: product.id })
})

test('a lost opportunity shows its reason and note, and a reopened one its reopen reason', async () => {
  const { id } = await openOpportunity('sales', 'followup')
  await stages.getByRole('button', { name: /^לא הבשילה/ }).click()
  const lost = page.getByRole('dialog', { name: 'למה ההזדמנות לא הבשילה?' })
  await lost.getByLabelText(/^סיבה/).selectOptions('בחירה בגורם אחר')
  await lost.getByLabelText(/^הערה/).fill('הבנק שלהם')
  await lost.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByText('לא הבשילה · בחירה בגורם אחר')).toBeVisible()
  await expect.element(details).toMatchTextContent('הערת הסגירה')
  await expect.element(details).toMatchTextContent('הבנק שלהם')
  await expect.element(details).not.toMatchTextContent('הסתברות')
  await stage('נוצר קשר').click()
  await page.getByRole('dialog', { name: 'למה ההזדמנות נפתחת מחדש?' }).getByLabelText(/^סיבה/).fill('חזרו אלינו')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('פתוחה מחדש')).toBeVisible()
  await expect.element(details).toMatchTextContent('חזרו אלינו')
  await expect.poll(() => movedTo(id)).toMatchObject({ status: 'open' })
})

test('all details are edited in one save, and undo restores each of them', async () => {
  const { id, name } = await openOpportunity('owner')
  await openEdit()
  await expect.element(field(/^סכום בשקלים/)).toHaveValue('5000')
  await field(/^שם/).fill(`${name} מורחב`)
  await field(/^סכום בשקלים/).fill('7,740')
  await field(/^הסתברות באחוזים/).fill('80')
  await field(/^סגירה צפויה/).fill('2031-02-03')
  await field(/^באחריות/).selectOptions('הילה לדוגמה')
  await field(/^מקור/).selectOptions('המלצה')
  await save()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`${name} מורחב`)
  for (const text of ['7,740', '80%', 'הילה לדוגמה', 'המלצה', '3.2.2031'])
    await expect.element(details).toMatchTextContent(text)
  await expect.element(details).not.toMatchTextContent('לפי השלב')
  await expect
    .poll(() => readRow(id))
    .toMatchObject({
      amount_agorot: 774_000,
      probability_override: 80,
      owner_id: userIdOf('coach'),
    })
  await undoLast()
  await expect
    .poll(() => readRow(id))
    .toMatchObject({ name, amount_agorot: 500_000, probability_override: null, expected_close_on: null, source: null })
})

test('invalid values are refused at their fields, and an emptied amount is stored as null', async () => {
  const { id } = await openOpportunity('sales')
  await openEdit()
  await field(/^שם/).fill('')
  await field(/^סכום בשקלים/).fill('הרבה')
  await field(/^הסתברות באחוזים/).fill('101')
  await save()
  await expect.element(edit.getByText('יש להזין סכום במספרים, למשל 7,740')).toBeVisible()
  await expect.element(edit.getByText('מספר בין 0 ל־100, או ריק')).toBeVisible()
  await expect.element(field(/^שם/)).toHaveFocus()
  await field(/^שם/).fill('ליווי קצר')
  await field(/^סכום בשקלים/).fill('')
  await field(/^הסתברות באחוזים/).fill('0')
  await save()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(() => readRow(id)).toMatchObject({ name: 'ליווי קצר', amount_agorot: 0, probability_override: 0 })
  await expect.element(details).toMatchTextContent(/סכום.?לא נקבע/)
})

test('a conflict names the colleague with the old and new value, and the next save merges both', async () => {
  const { id } = await openOpportunity('owner')
  await openEdit()
  await field(/^סכום בשקלים/).fill('6000')
  await backendAs('admin')
    .from('opportunities')
    .update({ source: 'אתר', probability_override: 20 })
    .eq('id', id)
    .throwOnError()
  await save()
  const notice = edit.getByRole('alert')
  await expect.element(notice).toMatchTextContent('אורן לדוגמה: שינוי שנשמר בזמן שערכתם')
  await expect.element(notice).toMatchTextContent('אתר')
  await expect.element(field(/^סכום בשקלים/)).toHaveValue('6000')
  await expect.poll(() => readRow(id)).toMatchObject({ amount_agorot: 500_000 })
  await save()
  await expect.element(edit).not.toBeInTheDocument()
  await expect
    .poll(() => readRow(id))
    .toMatchObject({ amount_agorot: 600_000, source: 'אתר', probability_override: 20 })
})

test('cancelling a conflict discards the local change and shows the colleague’s', async () => {
  const { id } = await openOpportunity('sales')
  await openEdit()
  await field(/^שם/).fill('שם אחר')
  await backendAs('owner').from('opportunities').update({ amount_agorot: 120_000 }).eq('id', id).throwOnError()
  await save()
  const notice = edit.getByRole('alert')
  await expect.element(notice).toMatchTextContent('1,200')
  await edit.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.element(details).toMatchTextContent('1,200')
})

test('a deleted opportunity is labelled as such, its stages are inactive, and undo restores it', async () => {
  const { id } = await openOpportunity('admin')
  const menu = page.getByRole('button', { name: 'עוד פעולות' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'העברה לסל' }).click()
  await expect.element(page.getByText(/^ההזדמנות נמצאת בסל מאז/)).toBeVisible()
  await stage('נוצר קשר').click()
  await menu.click()
  await expect.element(page.getByRole('menuitem', { name: 'לעמוד ההזדמנות' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'העברה לסל' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await undoLast()
  await expect.element(page.getByText(/^ההזדמנות נמצאת בסל מאז/)).not.toBeInTheDocument()
  await expect.poll(() => readRow(id)).toMatchObject({ stage: 'new', deleted_at: null })
})

test('sales staff see no delete action', async () => {
  await openOpportunity('sales')
  await page.getByRole('button', { name: 'עוד פעולות' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'לעמוד ההזדמנות' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'העברה לסל' })).not.toBeInTheDocument()
})

test('a note written here belongs to the opportunity and its contact', async () => {
  const { id, contact } = await openOpportunity('sales')
  await page.getByLabelText(/^כתבו סיכום/).fill('ביקשו הצעה עד יום חמישי')
  await page.getByRole('button', { name: 'שמירה', exact: true }).click()
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'ביקשו הצעה עד יום חמישי' })).toBeVisible()
  const { data } = await backendAs('owner')
    .from('activities')
    .select('contact_id, payload')
    .eq('opportunity_id', id)
    .eq('type', 'note')
    .throwOnError()
  expect(data).toMatchObject([{ contact_id: contact.id, payload: { text: 'ביקשו הצעה עד יום חמישי' } }])
})

test("a colleague's change appears without a reload", async () => {
  const { id, name, connection } = await openOpportunity('sales')
  await untilSubscribed({ connection })
  await backendAs('admin')
    .from('opportunities')
    .update({ name: `${name} חדש` })
    .eq('id', id)
    .throwOnError()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`${name} חדש`)
})

test('the URL of an unknown opportunity links back to the pipeline', async () => {
  const { router } = await openScreen(`/crm/opportunities/${crypto.randomUUID()}`, 'sales')
  await expect.element(page.getByText('ההזדמנות לא נמצאה')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'לצינור המכירות' }).click()
  await expect.element(page.getByRole('group', { name: 'תצוגה' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/crm/pipeline')
})
