import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'

const backend = backendAs('owner')

test('a result is found by its stage, and opens with talking points and answers', async () => {
  await openScreen('/crm/quizzes', 'owner')
  await page.getByRole('link', { name: 'שאלון השלב הכלכלי' }).first().click()
  await page.getByRole('navigation', { name: 'לפי שלב' }).getByRole('link', { name: 'צמיחה' }).click()
  const rows = page.getByRole('region', { name: 'התוצאות' }).getByRole('row')
  await expect.element(rows.nth(1).getByRole('cell').nth(1)).toHaveTextContent('צמיחה')
  await rows.nth(1).getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'תוצאה של שאלון' })
  await expect.element(sheet.getByText('פותחים במה שעובד')).toBeVisible()
  await sheet.getByText('כל התשובות').click()
  await expect.element(sheet.getByText('איך מדברים על כסף בבית?')).toBeVisible()
})

test('changing a threshold previews its effect, and a changed text is published as a new version', async () => {
  await openScreen('/crm/quizzes/financial_stage?tab=edit', 'owner')
  const publish = page.getByRole('button', { name: 'פרסום נוסח חדש' })
  await expect.element(publish).toBeDisabled()
  const cutoff = page.getByRole('spinbutton', { name: 'צמיחה, מציון' })
  await cutoff.fill('12')
  await expect.element(page.getByText(/^שלב 4: כל שלב מתחיל מעל השלב שלפניו/)).toBeVisible()
  await cutoff.fill('18')
  await expect.element(page.getByText(/בשלב אחר, מתוך/)).toBeVisible()
  await cutoff.fill('25')
  const note = unique('הבהרה').replaceAll('"', '')
  await page.getByRole('textbox', { name: 'ההבהרה שמתחת לתוצאה' }).fill(note)
  await publish.click()
  await expect.element(page.getByRole('status').filter({ hasText: 'מפורסם' })).toBeVisible()
  const { data } = await backend
    .from('quiz_versions')
    .select('definition')
    .order('number', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  expect(data.definition.texts.disclaimer).toBe(note)
})
