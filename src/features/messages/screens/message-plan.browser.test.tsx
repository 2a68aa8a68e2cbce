import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const ruleOf = async (key: string) =>
  (await backend.from('message_rules').select('*').eq('key', key).single().throwOnError()).data

/** Restores the rule, because all tests share the plan. */
async function restored(key: string) {
  const { is_active, offset_minutes } = await ruleOf(key)
  onTestFinished(async () => {
    await backend.from('message_rules').update({ is_active, offset_minutes }).eq('key', key).throwOnError()
  })
}

test('a rule of the plan can be disabled and enabled', async () => {
  await restored('stage.completed')
  await openScreen('/crm/email/plan', 'owner')
  const row = page.getByRole('switch', { name: /הושלם שלב, ומה השלב הבא/ })
  await row.click()
  await expect.element(row).not.toBeChecked()
  await expect.poll(async () => (await ruleOf('stage.completed')).is_active).toBe(false)
  await row.click()
  await expect.poll(async () => (await ruleOf('stage.completed')).is_active).toBe(true)
})

test('the time of a rule can be set in days, hours or minutes, and a fraction is refused at its field', async () => {
  await restored('process.review_request')
  await openScreen('/crm/email/plan', 'owner')
  await expect.element(page.getByText(/יום אחרי סיום התהליך/)).toBeVisible()
  await page.getByRole('button', { name: 'שינוי המועד: בקשה להמלצה אחרי סיום התהליך' }).click()
  const amount = dialog.getByRole('spinbutton', { name: 'כמה' })
  await amount.fill('1.5')
  const save = dialog.getByRole('button', { name: 'שמירת המועד' })
  await save.click()
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('3')
  await dialog.getByRole('combobox', { name: 'יחידה' }).selectOptions('hours')
  await save.click()
  await expect.element(page.getByText(/3 שעות אחרי סיום התהליך/)).toBeVisible()
  await expect.poll(async () => (await ruleOf('process.review_request')).offset_minutes).toBe(180)
})

test('a rule changed by a colleague is not overwritten', async () => {
  await restored('newsletter.reminder')
  await openScreen('/crm/email/plan', 'owner')
  await page.getByRole('button', { name: 'שינוי המועד: תזכורת אחת לאישור ההרשמה' }).click()
  await backendAs('admin')
    .from('message_rules')
    .update({ offset_minutes: 4320 })
    .eq('key', 'newsletter.reminder')
    .throwOnError()
  await dialog.getByRole('button', { name: 'שמירת המועד' }).click()
  await expect.element(dialog.getByRole('alert').first()).toBeVisible()
  await expect.poll(async () => (await ruleOf('newsletter.reminder')).offset_minutes).toBe(4320)
})

test('closed days are added, refused when the end precedes the start, and deleted', async () => {
  const name = unique('חופשה')
  await openScreen('/crm/email/plan', 'owner')
  await page.getByRole('button', { name: 'ימים סגורים', exact: true }).click()
  await dialog.getByRole('textbox', { name: /^שם/ }).fill(name)
  await dialog.getByRole('textbox', { name: 'מיום' }).fill('9.8.2199')
  const until = dialog.getByRole('textbox', { name: 'עד יום, כולל' })
  await until.fill('8.8.2199')
  const save = dialog.getByRole('button', { name: 'שמירת הימים' })
  await save.click()
  await expect.element(until).toHaveAttribute('aria-invalid', 'true')
  await until.fill('12.8.2199')
  await save.click()
  await expect.element(page.getByText(new RegExp(`${name}: 9.8.2199`))).toBeVisible()
  await page.getByRole('button', { name: `מחיקת ${name}` }).click()
  await expect.element(page.getByText(new RegExp(name))).not.toBeInTheDocument()
  const { data } = await backend.from('closed_days').select('id').eq('name', name).throwOnError()
  expect(data).toEqual([])
})
