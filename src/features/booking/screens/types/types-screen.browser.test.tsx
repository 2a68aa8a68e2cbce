import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeContact, unique } from '../../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../../test/browser/open-dialog.ts'
import { userIdOf } from '../../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../../test/browser/render.tsx'
import { undoLast } from '../../../../../test/browser/undo-last.ts'
import { violationsOf } from '../../../../../test/browser/violations.ts'

// A separate host: other tests book types of the demo hosts concurrently.
const backend = backendAs('admin')
beforeEach(async () => {
  await backend
    .rpc('start_hosting', { host: userIdOf('admin'), address: `admin-${crypto.randomUUID().slice(0, 8)}` })
    .throwOnError()
})
/** Admins see the types of all hosts. */
const ownTypes = () => page.getByRole('region', { name: 'אורן לדוגמה' })
const newSlug = () => `t-${crypto.randomUUID().slice(0, 8)}`
const typeBy = async (slug: string) =>
  (await backend.from('appointment_types').select('*').eq('slug', slug).maybeSingle().throwOnError()).data

test('a type is added with its rules, and an edit over a newer version shows the conflict', async () => {
  const slug = newSlug()
  const title = unique('סדנה')
  await openScreen('/crm/appointment-types', 'admin')
  await ownTypes().getByRole('button', { name: 'סוג פגישה', exact: true }).click()
  await dialog.getByLabelText(/^שם/).fill(title)
  await dialog.getByLabelText(/^כתובת\s\*$|^כתובת$/).fill(slug)
  await dialog.getByLabelText(/אורך בדקות/).fill('45, 90')
  await dialog.getByLabelText(/לפחות כמה שעות מראש/).fill('12')
  await dialog.getByLabelText(/הכי הרבה ביום/).fill('3')
  await dialog.getByLabelText(/מקומות במפגש קבוצתי/).fill('8')
  await dialog.getByLabelText(/אורחים שאפשר לצרף/).fill('2')
  await dialog.getByLabelText(/השעון בעמוד הקביעה/).selectOptions('שעון לונדון')
  await dialog.getByLabelText(/שאלות בקביעה/).fill('מה חשוב לכם? *\nאיך הגעתם אלינו?')
  await dialog.getByLabelText(/טופס לפני הפגישה/).selectOptions('שאלון היכרות')
  await dialog.getByLabelText(/רשימת ההכנה מתאימה לפגישה/).click()
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  const card = page.getByRole('listitem').filter({ hasText: title })
  await expect.element(card).toMatchTextContent(/45 דקות או 90 דקות/)
  expect(await typeBy(slug)).toMatchObject({
    user_id: userIdOf('admin'),
    durations: [45, 90],
    default_duration: 45,
    min_notice_min: 720,
    max_per_day: 3,
    seats: 8,
    max_guests: 2,
    max_per_week: null,
    locked_zone: 'Europe/London',
    uses_preparation: false,
    form_id: expect.any(String),
    questions: [
      { label: 'מה חשוב לכם?', is_required: true },
      { label: 'איך הגעתם אלינו?', is_required: false },
    ],
  })
  await card.getByRole('button', { name: 'עריכה' }).click()
  await expect.element(dialog.getByLabelText(/טופס לפני הפגישה/)).toHaveDisplayValue('שאלון היכרות')
  await backend.from('appointment_types').update({ description: 'בינתיים' }).eq('slug', slug).throwOnError()
  await dialog.getByLabelText(/^שם/).fill(`${title} ב`)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: /מישהו שמר בזמן שערכתם/ })).toBeVisible()
  await backend.from('appointment_types').delete().eq('slug', slug).throwOnError()
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: /זה כבר נמחק/ })).toBeVisible()
})

test('invalid values and a taken slug are reported at their fields', async () => {
  await openScreen('/crm/appointment-types', 'admin')
  await ownTypes().getByRole('button', { name: 'סוג פגישה', exact: true }).click()
  await dialog.getByLabelText(/^שם/).fill('כפולה')
  await dialog.getByLabelText(/^כתובת\s\*$|^כתובת$/).fill('hekerut')
  await dialog.getByLabelText(/אורך בדקות/).fill('3')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByText(/עד שישה אורכים/)).toBeVisible()
  await dialog.getByLabelText(/אורך בדקות/).fill('30')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(dialog.getByText('הכתובת הזו כבר בשימוש בסוג פגישה אחר')).toBeVisible()
})

test('the booking window is limited by dates, and an edit of another field preserves it', async () => {
  const slug = newSlug()
  const title = unique('בין תאריכים')
  const dates = { window_kind: 'range' as const, window_days: null, window_from: '2031-03-01', window_to: '2031-03-31' }
  await backend
    .from('appointment_types')
    .insert({ user_id: userIdOf('admin'), slug, title, ...dates })
    .throwOnError()
  await openScreen('/crm/appointment-types', 'admin')
  const edit = async () => {
    await page.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'עריכה' }).click()
    await expect.element(dialog.getByLabelText('לאילו ימים')).toBeVisible()
  }
  const save = () => dialog.getByRole('button', { name: 'שמירה' }).click()
  await edit()
  await expect.element(dialog.getByLabelText('לאילו ימים')).toHaveDisplayValue('בין תאריכים')
  await expect.element(dialog.getByLabelText(/^מיום/)).toHaveValue('01.03.2031')
  await dialog.getByLabelText(/^תיאור/).fill('רק במרץ')
  await save()
  await expect.poll(() => typeBy(slug)).toMatchObject({ ...dates, description: 'רק במרץ' })

  await edit()
  await dialog.getByLabelText(/^עד יום/).fill('28.2.2031')
  await save()
  await expect.element(dialog.getByText('היום האחרון לא יכול להיות לפני היום הראשון')).toBeVisible()
  await dialog.getByLabelText(/^עד יום/).fill('')
  await save()
  await expect.poll(() => typeBy(slug)).toMatchObject({ ...dates, window_to: null })

  await edit()
  await dialog.getByLabelText('לאילו ימים').selectOptions('בלי הגבלה')
  expect(await violationsOf()).toEqual([])
  await save()
  const open = { window_days: null, window_from: null, window_to: null }
  await expect.poll(() => typeBy(slug)).toMatchObject({ window_kind: 'unlimited', ...open })

  await edit()
  await dialog.getByLabelText('לאילו ימים').selectOptions('כמה ימים קדימה')
  await dialog.getByLabelText('עד כמה ימים קדימה').fill('45')
  await save()
  await expect.poll(() => typeBy(slug)).toMatchObject({ ...open, window_kind: 'rolling', window_days: 45 })
  await backend.from('appointment_types').delete().eq('slug', slug).throwOnError()
})

test('a single-use link is created for a contact, shown once, listed, revoked and reopened', async () => {
  const name = unique('נטע')
  await makeContact({ first: name, last: '' })
  await openScreen('/crm/appointment-types', 'admin')
  const card = ownTypes().getByRole('listitem').filter({ hasText: 'שיחת היכרות' })
  await card.getByRole('button', { name: 'קישור אישי' }).click()
  await dialog.getByRole('combobox', { name: /איש קשר/ }).fill(name)
  await page.getByRole('option', { name }).click()
  await dialog.getByRole('button', { name: 'יצירת הקישור' }).click()
  await expect
    .element(dialog.getByLabelText('הקישור לפגישה'))
    .toHaveValue(expect.stringMatching(/\/hekerut\?k=[\w-]{32}$/))
  expect(await violationsOf()).toEqual([])
  await dialog.getByRole('button', { name: 'סיום' }).click()
  await card.getByRole('button', { name: 'קישור אישי' }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: name })
  await expect.element(row.getByText('פתוח', { exact: true })).toBeVisible()
  expect(await violationsOf()).toEqual([])
  await row.getByRole('button', { name: /ביטול הקישור/ }).click()
  await expect.element(row.getByText('בוטל', { exact: true })).toBeVisible()
  await undoLast()
  await expect.element(row.getByText('פתוח', { exact: true })).toBeVisible()
})

test('a member without a calendar starts hosting and gets the default types', async () => {
  await openScreen('/crm/appointment-types', 'sales')
  await page.getByRole('button', { name: 'פתיחת יומן לפגישות' }).click()
  await dialog.getByLabelText(/הכתובת של עמוד הקביעה/).fill(`amit-${crypto.randomUUID().slice(0, 6)}`)
  await dialog.getByRole('button', { name: 'פתיחה' }).click()
  await expect.element(page.getByRole('heading', { name: 'שיחת היכרות' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'פתיחת יומן לפגישות' })).not.toBeInTheDocument()
})
