import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const heading = page.getByRole('heading', { name: 'השוואת דפי בית' })
const running = page.getByText('פועלת', { exact: true })
const begin = page.getByRole('button', { name: 'התחלת השוואה' })

async function endRunning() {
  const { data } = await backend.from('page_comparisons').select('id').is('ended_at', null).throwOnError()
  for (const { id } of data) await backend.rpc('end_comparison', { seen: id }).throwOnError()
}

test('a started experiment is shown as running until it is stopped, and the focus stays on its heading', async () => {
  await endRunning()
  await openScreen('/crm/site', 'owner')
  await begin.click()
  await dialog.getByRole('button', { name: 'התחלת ההשוואה' }).click()
  await expect.element(running).toBeVisible()
  await expect.element(heading).toHaveFocus()
  await expect.element(begin).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'עצירה' }).click()
  await dialog.getByRole('button', { name: 'עצירת ההשוואה' }).click()
  await expect.element(begin).toBeVisible()
  await expect.element(running).not.toBeInTheDocument()
  await expect.element(heading).toHaveFocus()
  await expect.element(page.getByText(/^ההשוואה האחרונה, עד/)).toBeVisible()
})

test('changing the weights of an experiment that a colleague stopped is refused, and the screen shows that it ended', async () => {
  await endRunning()
  await openScreen('/crm/site', 'owner')
  await begin.click()
  await dialog.getByRole('button', { name: 'התחלת ההשוואה' }).click()
  await page.getByRole('button', { name: 'שינוי החלוקה' }).click()
  await expect.element(dialog.getByRole('textbox').first()).toBeVisible()
  await endRunning()
  await dialog.getByRole('textbox').first().fill('90')
  await dialog.getByRole('button', { name: 'שמירת החלוקה' }).click()
  await expect.element(dialog.getByRole('alert').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(begin).toBeVisible()
  await endRunning()
})
