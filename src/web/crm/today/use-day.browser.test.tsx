import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loseNextRequest } from '../../../../test/browser/network.ts'
import { addContact, addOpportunity, uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const message = page.getByRole('region', { name: 'הודעות' })
const group = page.getByRole('region', { name: /^הזדמנויות בלי צעד הבא/ })

/** Opens the today screen of the coach with an opportunity without a next step. */
async function openDay() {
  const contact = await addContact({}, 'coach')
  const opportunity = await addOpportunity({ contact_id: contact.id, name: `ליווי ${uniqueName()}` }, 'new', 'coach')
  await openScreen('/crm', 'coach')
  await expect.element(group).toBeVisible()
  const more = group.getByRole('button', { name: /^ועוד/ })
  if (more.query()) await more.click()
  const snooze = page.getByRole('button', { name: `דחייה: ${opportunity.name}` })
  await expect.element(snooze).toBeVisible()
  return { ...opportunity, snooze }
}

const snoozed = async (id: string) =>
  (await backendAs('coach').from('snoozes').select('entity_id').eq('entity_id', id).throwOnError()).data.length > 0

test('a snooze that fails without a connection restores the line; a saved snooze hides it until it is undone', async () => {
  const { id, snooze } = await openDay()
  loseNextRequest('/rpc/put_off')
  await snooze.click()
  await page.getByRole('menuitem', { name: 'מחר', exact: true }).click()
  await expect.element(message).toMatchTextContent('זה לא נשמר')
  await expect.element(snooze).toBeVisible()
  await expect.poll(() => snoozed(id)).toBe(false)
  await snooze.click()
  await page.getByRole('menuitem', { name: 'מחר', exact: true }).click()
  await expect.element(snooze).not.toBeInTheDocument()
  await expect.poll(() => snoozed(id)).toBe(true)
  await undoLast()
  await expect.poll(() => snoozed(id)).toBe(false)
})

test('adding the next step of an opportunity removes its line from the list', async () => {
  const { id, name, snooze } = await openDay()
  await page.getByRole('button', { name: `קביעת צעד הבא: ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'משימה חדשה' })
  await dialog.getByLabelText(/מה צריך לעשות/).fill('להתקשר שוב')
  await dialog.getByLabelText('עד', { exact: true }).fill('2031-01-02')
  await dialog.getByRole('button', { name: 'הוספה' }).click()
  await expect.element(snooze).not.toBeInTheDocument()
  const tasks = async () =>
    (await backendAs('owner').from('tasks').select('name').eq('opportunity_id', id).throwOnError()).data
  await expect.poll(tasks).toEqual([{ name: 'להתקשר שוב' }])
})
