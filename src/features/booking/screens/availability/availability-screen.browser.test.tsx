import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { unique } from '../../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../../test/browser/open-dialog.ts'
import { userIdOf } from '../../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'
import { scheduleRefusals } from '../../schedules/schedule-edit.ts'

// A separate host: other tests book the demo hosts' slots concurrently.
const backend = backendAs('admin')
const ownSchedule = async () =>
  (
    await backend
      .from('schedules')
      .select(
        'id, version, rules:schedule_rules(weekday, start_local, end_local), overrides:schedule_overrides(day, windows)',
      )
      .eq('user_id', userIdOf('admin'))
      .order('created_at')
      .limit(1)
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

test('a second window on a day is saved, and overlapping windows are refused', async () => {
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

test('a date is closed by an override, and the diagnosis shows it as the reason', async () => {
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

test('a time off note is shared with visitors if the box is ticked, and is then required', async () => {
  const note = unique('חופשה')
  await openScreen(`/crm/availability?host=${userIdOf('admin')}`, 'admin')
  await page.getByRole('button', { name: 'היעדרות', exact: true }).click()
  await dialog.getByLabelText(/^מיום/).fill('5.2.2031')
  await dialog.getByLabelText(/^עד יום/).fill('9.2.2031')
  await dialog.getByLabelText(/להציג את ההערה/).click()
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByText('כדי להציג הערה צריך לכתוב אותה')).toBeVisible()
  await dialog.getByLabelText(/^הערה/).fill(note)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: note }))
    .toMatchTextContent(/^5\.2\.2031.* · מוצגת בעמוד הקביעה$/)
  const { data } = await backend.from('time_off').select('is_public').eq('note', note).throwOnError()
  expect(data).toEqual([{ is_public: true }])
})

test('the closed days of the coming year are listed with the holidays', async () => {
  await openScreen(`/crm/availability?host=${userIdOf('admin')}`, 'admin')
  await page.getByText('אילו ימים יהיו סגורים בשנה הקרובה').click()
  await expect.element(page.getByText('יום כיפור', { exact: true })).toBeVisible()
})

test('a schedule that a colleague renamed during the edit is not overwritten, until the edit is saved again', async () => {
  const { connection } = await openScreen(`/crm/availability?host=${userIdOf('admin')}`, 'admin')
  const { id } = await ownSchedule()
  const stored = async () =>
    (await backend.from('schedules').select('name').eq('id', id).single().throwOnError()).data.name
  const former = await stored()
  onTestFinished(async () => {
    await backend.from('schedules').update({ name: former }).eq('id', id).throwOnError()
  })
  await page.getByRole('button', { name: 'שם ואזור זמן' }).click()
  const name = dialog.getByLabelText(/^שם/)
  const mine = unique('שלי')
  await name.fill(mine)
  const theirs = unique('של דנה')
  await backendAs('owner').from('schedules').update({ name: theirs }).eq('id', id).throwOnError()
  // As after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(() => connection.queries.isFetching()).toBe(0)
  const save = dialog.getByRole('button', { name: 'שמירה' })
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(scheduleRefusals.stale_version)
  await expect.element(name).toHaveValue(mine)
  expect(await stored()).toBe(theirs)
  await save.click()
  await expect.poll(stored).toBe(mine)
})

test('a memorial day setting changed by a colleague is shown instead of being overwritten', async () => {
  await openScreen(`/crm/availability?host=${userIdOf('admin')}`, 'admin')
  const memorial = page.getByLabelText('יום הזיכרון ויום השואה')
  await expect.element(memorial).toBeVisible()
  const former = (memorial.element() as HTMLSelectElement).value
  const [theirs, mine] = ['open', 'half', 'closed'].filter((one) => one !== former) as [string, string]
  const ofHost = (value: string) =>
    backendAs('owner')
      .from('booking_hosts')
      .update({ memorial: value as 'open' })
      .eq('user_id', userIdOf('admin'))
      .throwOnError()
  onTestFinished(async () => void (await ofHost(former)))
  await ofHost(theirs)
  await memorial.selectOptions(mine)
  await expect.element(page.getByText('מישהו שינה את זה לפניכם. מוצג עכשיו מה שנשמר')).toBeVisible()
  await expect.element(memorial).toHaveValue(theirs)
})

test('a second schedule is added with its own hours, used by a type, and can be deleted only when unused', async () => {
  const name = unique('ערבים')
  const { router } = await openScreen(`/crm/availability?host=${userIdOf('admin')}`, 'admin')
  await page.getByRole('button', { name: 'לוח שעות נוסף' }).click()
  await dialog.getByLabelText(/^שם/).fill(name)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  const choice = page.getByLabelText('לוח השעות')
  await expect.element(choice).toHaveDisplayValue(name)
  await page.getByRole('group', { name: 'ראשון' }).getByLabelText('עד').fill('20:00')
  await page.getByRole('button', { name: 'שמירת השעות' }).click()
  const { data: added } = await backend.from('schedules').select('id').eq('name', name).single().throwOnError()
  const hours = async (id: string) =>
    (await backend.from('schedule_rules').select('end_local').eq('schedule_id', id).eq('weekday', 0).throwOnError())
      .data
  await expect.poll(() => hours(added.id)).toEqual([{ end_local: '20:00:00' }])
  expect(await hours((await ownSchedule()).id)).toEqual([{ end_local: '18:00:00' }])

  // The selector stays mounted while another schedule loads.
  const select = choice.element() as HTMLSelectElement
  select.focus()
  for (const shown of ['שעות רגילות', name]) {
    await choice.selectOptions(shown)
    await expect.element(choice).toHaveDisplayValue(shown)
    expect(document.activeElement).toBe(select)
  }

  const ofAdmin = backend.from('appointment_types').update({ schedule_id: added.id })
  await ofAdmin.eq('user_id', userIdOf('admin')).eq('slug', 'sikum').throwOnError()
  await page.getByRole('button', { name: 'מחיקת הלוח' }).click()
  await dialog.getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(page.getByText(/יש סוגי פגישות שנקבעים לפי הלוח הזה/)).toBeVisible()
  const freed = backend.from('appointment_types').update({ schedule_id: null })
  await freed.eq('user_id', userIdOf('admin')).eq('slug', 'sikum').throwOnError()
  await dialog.getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(page.getByText('הלוח נמחק')).toBeVisible()
  await expect.poll(() => router.state.location.search).toBe(`?host=${userIdOf('admin')}`)
  await expect.element(page.getByRole('button', { name: 'מחיקת הלוח' })).not.toBeInTheDocument()
})
