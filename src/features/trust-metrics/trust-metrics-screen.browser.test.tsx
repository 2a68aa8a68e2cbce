import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'
import type { TrustMetric } from './trust-metrics.ts'
import { openDialog as dialog } from '../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const field = (name: string) => dialog.getByRole('textbox', { name })
const row = (label: string) => page.getByRole('listitem').filter({ hasText: new RegExp(label) })
const saveButton = dialog.getByRole('button', { name: 'שמירת המספר' })
let before: TrustMetric[] = []

beforeAll(async () => {
  const { data } = await backend.from('trust_figures').select('*').throwOnError()
  before = data
  await backend
    .from('trust_figures')
    .delete()
    .in(
      'id',
      data.map(({ id }) => id),
    )
    .throwOnError()
})
afterAll(async () => {
  await backend.from('trust_figures').delete().neq('value', '').throwOnError()
  const metrics = before.map(({ value, label, source, measured_on, position, is_shown }) => ({
    value,
    label,
    source,
    measured_on,
    position,
    is_shown,
  }))
  if (metrics.length > 0) await backend.from('trust_figures').insert(metrics).throwOnError()
})
const readMetric = async (label: string) => {
  const { data } = await backend.from('trust_figures').select('*').eq('label', label).maybeSingle().throwOnError()
  return data
}

test('the last metric can be deleted and restored by undo, although its list has unmounted', async () => {
  const label = unique('משפחות')
  await openScreen('/crm/site/figures', 'content')
  await page.getByRole('button', { name: 'הוספת מספר' }).click()
  await saveButton.click()
  await expect.element(field('המספר')).toHaveAttribute('aria-invalid', 'true')
  await field('המספר').fill('640')
  await field('מה הוא סופר').fill(label)
  await field('מאיפה זה ידוע').fill('רשימת התהליכים')
  await dialog.getByLabelText(/^נכון ליום/).fill('2031-01-01')
  await saveButton.click()
  await expect.element(dialog.getByLabelText(/^נכון ליום/)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabelText(/^נכון ליום/).fill('2026-01-01')
  await saveButton.click()
  await expect.element(row(label)).toMatchTextContent(/רשימת התהליכים, 1\.1\.2026/)
  await page.getByRole('button', { name: `מחיקה: ${label}` }).click()
  await expect.element(page.getByText(/^אין עדיין מספרים/)).toBeVisible()
  await page.getByRole('button', { name: 'החזרה' }).click()
  await expect.element(row(label)).toBeVisible()
  await expect
    .poll(() => readMetric(label))
    .toMatchObject({ value: '640', source: 'רשימת התהליכים', measured_on: '2026-01-01' })
})

test('metrics can be reordered, edited and hidden from the site', async () => {
  const [first, second] = [unique('ראשון'), unique('שני')]
  await backend
    .from('trust_figures')
    .insert(
      [first, second].map((label, i) => ({
        value: '1',
        label,
        source: 'ספירה',
        measured_on: '2026-01-01',
        position: 100 + i,
      })),
    )
    .throwOnError()
  await openScreen('/crm/site/figures', 'content')
  const down = page.getByRole('button', { name: `הורדה: ${first}` })
  await down.click()
  await expect.poll(async () => (await readMetric(first))!.position > (await readMetric(second))!.position).toBe(true)
  await expect.element(down).toHaveFocus()
  const shown = row(second).getByRole('switch', { name: 'באתר' })
  const was = (await readMetric(second))!.is_shown
  await shown.click()
  await expect.poll(async () => (await readMetric(second))!.is_shown).toBe(!was)
  await page.getByRole('button', { name: `עריכה: ${second}` }).click()
  await expect.element(field('מה הוא סופר')).toHaveValue(second)
  await field('המספר').fill('11+')
  await saveButton.click()
  await expect.element(row(second)).toMatchTextContent(/11\+/)
  await expect.poll(async () => (await readMetric(second))!.is_shown).toBe(!was)
})

test("saving an edit preserves a colleague's change of the number, which is shown first", async () => {
  const [label, corrected] = [unique('משפחות'), unique('בתים')]
  await backend
    .from('trust_figures')
    .insert({ value: '640', label, source: 'ספירה', measured_on: '2026-01-01', position: 200 })
    .throwOnError()
  await openScreen('/crm/site/figures', 'content')
  await page.getByRole('button', { name: `עריכה: ${label}` }).click()
  await field('מה הוא סופר').fill(corrected)
  await backendAs('admin').from('trust_figures').update({ value: '700' }).eq('label', label).throwOnError()
  await saveButton.click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: '700' })).toBeVisible()
  await saveButton.click()
  await expect.element(row(corrected)).toMatchTextContent(/700/)
  await expect.poll(async () => (await readMetric(corrected))?.value).toBe('700')
})

test('saving a metric that a colleague deleted is refused with the reason', async () => {
  const label = unique('משפחות')
  await backend
    .from('trust_figures')
    .insert({ value: '640', label, source: 'ספירה', measured_on: '2026-01-01', position: 300 })
    .throwOnError()
  await openScreen('/crm/site/figures', 'content')
  await page.getByRole('button', { name: `עריכה: ${label}` }).click()
  await field('המספר').fill('700')
  await backendAs('admin').from('trust_figures').delete().eq('label', label).throwOnError()
  await saveButton.click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: /המספר כבר נמחק/ })).toBeVisible()
  await expect.element(field('המספר')).toHaveValue('700')
})
