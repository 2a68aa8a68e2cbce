import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TablesInsert } from '#client/database.types.ts'
import { backendAs, backendAsService, renderApp } from '../../../../test/browser/render.tsx'
import { uniqueEmail, uniquePhone } from '../../../../test/browser/unique.ts'
import { SuppressionList } from './suppression-list.tsx'

async function suppress(reason: TablesInsert<'suppressions'>['reason']) {
  const value_norm = uniqueEmail()
  await backendAsService().from('suppressions').insert({ value_norm, reason }).throwOnError()
  return value_norm
}
const stored = async (address: string) =>
  (await backendAs('owner').from('suppressions').select('reason').eq('value_norm', address).throwOnError()).data
const restore = (address: string) => page.getByRole('button', { name: `החזרת ${address} לדיוור (דוא״ל)` })

test('a suppression can be lifted unless the recipient unsubscribed or complained', async () => {
  const manual = await suppress('manual')
  const bounced = await suppress('bounce')
  const refused = [await suppress('unsubscribe'), await suppress('complaint')]
  await renderApp(<SuppressionList />, { as: 'owner' })
  for (const address of refused) {
    await expect.element(page.getByText(address)).toBeVisible()
    expect(restore(address).elements()).toEqual([])
  }
  await expect.element(restore(bounced)).toBeVisible()
  await restore(manual).click()
  await expect.element(page.getByText(manual)).not.toBeInTheDocument()
  await expect.poll(() => stored(manual)).toEqual([])
})

test('an added address is listed once', async () => {
  await renderApp(<SuppressionList />, { as: 'owner' })
  const address = uniqueEmail()
  const dialog = page.getByRole('dialog', { name: 'הסרת כתובת מהדיוור' })
  const add = async () => {
    await page.getByRole('button', { name: 'הסרת כתובת' }).click()
    await dialog.getByLabelText(/^דוא״ל/).fill(address)
    await dialog.getByRole('button', { name: 'הסרה מהדיוור' }).click()
  }
  await add()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('cell', { name: address })).toBeVisible()
  await add()
  await expect.element(dialog.getByLabelText(/^דוא״ל/)).toHaveAccessibleDescription('הכתובת כבר ברשימה')
})

test('a suppression of a number is lifted on one channel, and remains on the other', async () => {
  const number = uniquePhone()
  const service = backendAsService()
  for (const channel of ['whatsapp', 'sms'] as const)
    await service.from('suppressions').insert({ value_norm: number, channel, reason: 'bounce' }).throwOnError()
  await renderApp(<SuppressionList />, { as: 'owner' })
  await page.getByRole('button', { name: `החזרת ${number} לדיוור (וואטסאפ)` }).click()
  await expect
    .poll(async () => (await backendAs('owner').from('suppressions').select('channel').eq('value_norm', number)).data)
    .toEqual([{ channel: 'sms' }])
})
