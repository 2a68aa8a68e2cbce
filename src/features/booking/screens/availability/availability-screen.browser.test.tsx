import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openDialog as dialog } from '../../../../../test/browser/open-dialog.ts'
import { userIdOf } from '../../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'

// A host of its own: the hours of the demo hosts are booked by other tests at the same time.
const backend = backendAs('admin')
const ownSchedule = async () =>
  (
    await backend
      .from('schedules')
      .select(
        'id, version, rules:schedule_rules(weekday, start_local, end_local), overrides:schedule_overrides(day, windows)',
      )
      .eq('user_id', userIdOf('admin'))
      .single()
      .throwOnError()
  ).data

beforeEach(async () => {
  await backend
    .rpc('start_hosting', { host: userIdOf('admin'), address: `admin-${crypto.randomUUID().slice(0, 8)}` })
    .throwOnError()
  const { id, version } = await ownSchedule()
  await backend
    .rpc('save_schedule_hours', {
      schedule: id,
      seen_version: version,
      hours: [0, 1, 2, 3, 4].map((weekday) => ({ weekday, start: '09:00', end: '18:00' })),
    })
    .throwOnError()
  await backend.from('schedule_overrides').delete().eq('schedule_id', id).throwOnError()
})

test('a second window of a day is saved, and windows that overlap are refused', async () => {
  await openScreen(`/crm/availability?host=${userIdOf('admin')}`, 'admin')
  const sunday = page.getByRole('group', { name: 'ראשון' })
  await sunday.getByLabelText('עד').fill('12:00')
  await sunday.getByRole('button', { name: 'הוספת שעות ליום ראשון' }).click()
  await sunday.getByLabelText('מ־').nth(1).fill('11:00')
  await page.getByRole('button', { name: 'שמירת השעות' }).click()
  await expect.element(page.getByText('יש חלונות זמן חופפים באותו יום')).toBeVisible()
  await sunday.getByLabelText('מ־').nth(1).fill('14:00')
  await page.getByRole('button', { name: 'שמירת השעות' }).click()
  await expect
    .poll(async () => (await ownSchedule()).rules.filter(({ weekday }) => weekday === 0))
    .toEqual([
      { weekday: 0, start_local: '09:00:00', end_local: '12:00:00' },
      { weekday: 0, start_local: '14:00:00', end_local: '18:00:00' },
    ])
})

test('a date is closed, and the diagnosis names it', async () => {
  await openScreen(`/crm/availability?host=${userIdOf('admin')}`, 'admin')
  await page.getByRole('button', { name: 'תאריך', exact: true }).click()
  await dialog.getByLabelText(/^יום/).fill('5.1.2031')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByText('5.1.2031: סגור')).toBeVisible()
  const card = page.getByRole('region', { name: 'למה אין שעות?' })
  await card.getByLabelText(/^יום/).fill('5.1.2031')
  await card.getByRole('button', { name: 'בדיקה' }).click()
  await expect.element(card.getByText(/שעות: התאריך סומן כסגור/)).toBeVisible()
})

test('the days that will be closed are listed with the holidays', async () => {
  await openScreen(`/crm/availability?host=${userIdOf('admin')}`, 'admin')
  await page.getByText('אילו ימים יהיו סגורים בשנה הקרובה').click()
  await expect.element(page.getByText('יום כיפור', { exact: true })).toBeVisible()
})
