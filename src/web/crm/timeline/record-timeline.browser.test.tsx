import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  TestTimeline,
  openTimeline,
  text,
  saveButton,
  mode,
  line,
  menuOf,
  activitiesOf,
} from '../../../../test/browser/timeline.tsx'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { addContact, addOpportunity } from '../../../../test/browser/own-rows.ts'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

test('a note requires text, appears in the timeline, and is removed by undo', async () => {
  const { id } = await openTimeline()
  await expect.element(page.getByText(/^עוד לא קרה כאן דבר/)).toBeVisible()
  await saveButton.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('שדה חובה')
  await expect.element(text).toHaveFocus()
  await text.fill('סיכמנו על פגישה שנייה')
  await saveButton.click()
  await expect.element(line('סיכמנו על פגישה שנייה')).toMatchTextContent('נכתב סיכום')
  await expect.element(page.getByText(/^עוד לא קרה כאן דבר/)).not.toBeInTheDocument()
  await expect.element(text).toHaveValue('')
  await undoLast()
  await expect.element(line('סיכמנו על פגישה שנייה')).not.toBeInTheDocument()
  await expect.poll(async () => (await activitiesOf(id))[0]!.deleted_at).not.toBeNull()
})

test('a draft is restored with its mode after the page was left, and deleted after it is saved', async () => {
  const { id, screen } = await openTimeline()
  await mode('שיחה').click()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('דיברנו על הריבית')
  await expect.element(page.getByText('הטיוטה נשמרה')).toBeVisible()
  await screen.unmount()
  const again = await renderApp(<TestTimeline id={id} />, { as: 'owner' })
  await expect.element(text).toHaveValue('דיברנו על הריבית')
  await expect.element(mode('שיחה')).toHaveAttribute('aria-pressed', 'true')
  await saveButton.click()
  await expect.element(line('תועדה שיחה: היה מענה')).toBeVisible()
  await expect.element(text).toHaveValue('')
  await again.unmount()
  await renderApp(<TestTimeline id={id} />, { as: 'owner' })
  await expect.element(text).toHaveValue('')
})

test('without a phone number or address no message mode is offered', async () => {
  await openTimeline()
  for (const name of ['וואטסאפ', 'דוא״ל']) await expect.element(mode(name)).not.toBeInTheDocument()
  await expect.element(mode('פגישה')).toBeVisible()
})

test('a line is edited inline, Escape cancels the edit, and a pinned line comes first', async () => {
  const { id } = await openTimeline()
  for (const newText of ['ישנה', 'חדשה']) {
    await text.fill(newText)
    await saveButton.click()
    await expect.element(line(newText)).toBeVisible()
  }
  await menuOf('ישנה').click()
  await page.getByRole('menuitem', { name: 'עריכה' }).click()
  const field = page.getByLabelText('עריכת הטקסט')
  await expect.element(field).toHaveFocus()
  await field.fill('לא יישמר')
  await userEvent.keyboard('{Escape}')
  await expect.element(line('ישנה')).toBeVisible()
  await menuOf('ישנה').click()
  await page.getByRole('menuitem', { name: 'עריכה' }).click()
  await field.fill('ישנה ומתוקנת')
  await page.getByRole('listitem').getByRole('button', { name: 'שמירה' }).click()
  await expect.element(line('ישנה ומתוקנת')).toBeVisible()
  await menuOf('ישנה ומתוקנת').click()
  await page.getByRole('menuitem', { name: 'נעיצה למעלה' }).click()
  await expect.element(page.getByRole('heading', { name: 'נעוצים' })).toBeVisible()
  await expect
    .poll(async () => (await activitiesOf(id))[0])
    .toMatchObject({
      payload: { text: 'ישנה ומתוקנת' },
      pinned_at: expect.any(String),
    })
})

test('an edit of a line that changed in another window is refused, and shows the stored text', async () => {
  const { id } = await openTimeline()
  await text.fill('מקור')
  await saveButton.click()
  await menuOf('מקור').click()
  await page.getByRole('menuitem', { name: 'עריכה' }).click()
  await page.getByLabelText('עריכת הטקסט').fill('שלי')
  const held = holdNextRequest('PATCH /rest/v1/activities')
  await page.getByRole('listitem').getByRole('button', { name: 'שמירה' }).click()
  await held.sent
  const [stored] = await activitiesOf(id)
  await backendAs('owner')
    .from('activities')
    .update({ payload: { text: 'מחלון אחר' } })
    .eq('id', stored!.id)
    .throwOnError()
  held.release()
  await expect.element(page.getByRole('alert')).toMatchTextContent('השורה השתנתה בינתיים בחלון אחר')
  await expect.poll(async () => (await activitiesOf(id))[0]!.payload).toEqual({ text: 'מחלון אחר' })
})

test('the timeline is filtered by kind and text, and an empty result shows a message', async () => {
  const { id } = await openTimeline()
  await text.fill('דיברנו על המשכנתא')
  await saveButton.click()
  await addOpportunity({ contact_id: id })
  await expect.element(line('נוצרה ההזדמנות')).toBeVisible()
  await page.getByLabelText('סוג השורות').selectOptions('מכירות')
  await expect.element(line('המשכנתא')).not.toBeInTheDocument()
  await expect.element(line('נוצרה ההזדמנות')).toBeVisible()
  await page.getByLabelText('סוג השורות').selectOptions('הכול')
  await page.getByLabelText('חיפוש בציר הזמן').fill('משכנתא')
  await expect.element(line('נוצרה ההזדמנות')).not.toBeInTheDocument()
  await expect.element(line('המשכנתא')).toBeVisible()
  await page.getByLabelText('חיפוש בציר הזמן').fill('מילה שאינה כאן')
  await expect.element(page.getByText('אין שורות שמתאימות לחיפוש')).toBeVisible()
})

test("a colleague's lines can be pinned but not edited, and deleted only by an admin", async () => {
  const contact = await addContact({}, 'coach')
  const note = { type: 'note', contact_id: contact.id, payload: { text: 'של אורן' } }
  await backendAs('admin').from('activities').insert(note).throwOnError()
  const shown = await renderApp(<TestTimeline id={contact.id} />, { as: 'coach' })
  await menuOf('של אורן').click()
  await expect.element(page.getByRole('menuitem', { name: 'נעיצה למעלה' })).toBeVisible()
  for (const name of ['עריכה', 'מחיקה'])
    await expect.element(page.getByRole('menuitem', { name })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await shown.unmount()
  await renderApp(<TestTimeline id={contact.id} />, { as: 'owner' })
  await menuOf('של אורן').click()
  await expect.element(page.getByRole('menuitem', { name: 'עריכה' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'מחיקה' }).click()
  await expect.element(line('של אורן')).not.toBeInTheDocument()
})

test("a colleague's new line appears without a reload, with their name", async () => {
  const { id, screen } = await openTimeline()
  await untilSubscribed(screen)
  const note = { type: 'note', contact_id: id, payload: { text: 'נקבע ליום שני' } }
  await backendAs('admin').from('activities').insert(note).throwOnError()
  await expect.element(line('נקבע ליום שני')).toMatchTextContent('אורן לדוגמה')
})
