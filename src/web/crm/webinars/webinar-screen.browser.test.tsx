import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatLongDate } from '#lib/time/dates.ts'
import clip from '#platform/player/clips/annual-expenses.webm?url'
import { makeContact, unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'

async function addWebinar() {
  const { data } = await backendAs('owner')
    .from('webinars')
    .insert({ title: 'תקציב שמחזיק', slug: `edited-${crypto.randomUUID()}` })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}
const read = async (id: string) =>
  (
    await backendAs('owner')
      .from('webinars')
      .select('title, captions_url, chapters, lobby_minutes')
      .eq('id', id)
      .single()
      .throwOnError()
  ).data
const openPart = (name: string) => page.getByRole('tab', { name, exact: true }).click()
const captions = (text: string) => new File([text], 'כתוביות.vtt', { type: 'text/vtt' })
const chooser = (of = 'כתוביות') => document.querySelector<HTMLInputElement>(`input[aria-label="בחירת קובץ ${of}"]`)!

test('chapters are typed as lines, and a line without a time is reported and nothing is saved', async () => {
  const id = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  const chapters = page.getByRole('textbox', { name: /פרקים בהקלטה/ })
  await chapters.fill('תמונת מצב\n12:05 ארבעת הסעיפים')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(page.getByText('צריך זמן ואחריו שם: תמונת מצב')).toBeVisible()
  expect(await read(id)).toMatchObject({ chapters: [] })
  await chapters.fill('12:05 ארבעת הסעיפים\n0:00 תמונת מצב')
  await page.getByRole('spinbutton', { name: /החדר נפתח/ }).fill('45')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(page.getByText('ההדרכה נשמרה')).toBeVisible()
  expect(await read(id)).toMatchObject({
    captions_url: null,
    lobby_minutes: 45,
    chapters: [
      { at: 0, title: 'תמונת מצב' },
      { at: 725, title: 'ארבעת הסעיפים' },
    ],
  })
})

test('captions are uploaded, replaced and removed, and the bytes of the former file are deleted', async () => {
  const id = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'content')
  const field = page.getByRole('group', { name: 'כתוביות להקלטה' })
  const title = page.getByRole('textbox', { name: 'כותרת' })
  const save = async (newTitle: string) => {
    await title.fill(newTitle)
    await page.getByRole('button', { name: 'שמירת השינויים' }).click()
    await expect.poll(async () => (await read(id)).title).toBe(newTitle)
    return (await read(id)).captions_url
  }
  await expect.element(field.getByRole('button', { name: 'העלאת כתוביות' })).toBeVisible()
  await userEvent.upload(chooser(), captions('1\n00:00:00,000 --> 00:00:02,000\nשלום לכולם\n'))
  await expect.element(field.getByText(/הקובץ אינו כתוביות WebVTT/)).toBeVisible()
  await userEvent.upload(chooser(), captions('WEBVTT\n\n00:00.000 --> 00:02.000\nשלום לכולם\n'))
  await expect.element(field.getByRole('link', { name: 'לקובץ הכתוביות' })).toBeVisible()
  const first = (await save('עם כתוביות'))!
  const stored = await fetch(first)
  expect([stored.status, stored.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/vtt')])
  await field.getByRole('button', { name: 'הסרת הכתוביות' }).click()
  expect(await save('בלי כתוביות')).toBeNull()
  const { data } = await backendAsService().storage.from('webinar-captions').list()
  expect(data!.filter(({ name }) => first.endsWith(name))).toEqual([])
})

test('a recording is uploaded, previewed before saving, and removed with its bytes', async () => {
  const id = await addWebinar()
  const recordingOf = async () =>
    (await backendAs('owner').from('webinars').select('recording').eq('id', id).single().throwOnError()).data.recording
  await openScreen(`/admin/webinars/${id}`, 'content')
  const field = page.getByRole('group', { name: 'הקלטה', exact: true })
  await expect.element(field.getByRole('button', { name: 'העלאת קובץ וידאו' })).toBeVisible()
  await userEvent.upload(chooser('ההקלטה'), new File(['<title>webm</title>'], 'שיעור.webm', { type: 'video/webm' }))
  await expect.element(field.getByText(/הקובץ אינו MP4 או WebM/)).toBeVisible()
  const bytes = await (await fetch(clip)).blob()
  await userEvent.upload(chooser('ההקלטה'), new File([bytes], 'שיעור.webm', { type: 'video/webm' }))
  await field.getByRole('button', { name: 'צפייה בהקלטה' }).click()
  await expect.poll(() => document.querySelector('video')?.duration).toBe(72)
  expect(await recordingOf()).toBeNull()
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.poll(recordingOf).toEqual({
    provider: 'file',
    ref: expect.stringMatching(/^\/webinar\/watch\/recording\/[\da-f-]{36}$/),
  })
  const file = (await recordingOf())!.ref.split('/').at(-1)!
  const stored = async () => {
    const { data } = await backendAsService().storage.from('webinar-recordings').list()
    return data!.filter(({ name }) => name === file).length
  }
  expect(await stored()).toBe(1)
  await field.getByRole('button', { name: 'הסרת הקובץ' }).click()
  await field.getByRole('textbox', { name: /כתובת ההקלטה/ }).fill('youtu.be/dQw4w9WgXcQ')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.poll(recordingOf).toEqual({ provider: 'youtube', ref: 'dQw4w9WgXcQ' })
  expect(await stored()).toBe(0)
})

/** Redirects the next upload to a closed port. */
function loseNextUpload() {
  const open = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'open')!
  const restore = () => void Object.defineProperty(XMLHttpRequest.prototype, 'open', open)
  XMLHttpRequest.prototype.open = function lose(this: XMLHttpRequest, method: string) {
    restore()
    this.open(method, 'http://127.0.0.1:9/')
  }
  onTestFinished(restore)
}

test('an upload of a recording that failed with the connection can be retried', async () => {
  const id = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'content')
  const field = page.getByRole('group', { name: 'הקלטה', exact: true })
  await expect.element(field.getByRole('button', { name: 'העלאת קובץ וידאו' })).toBeVisible()
  const bytes = await (await fetch(clip)).blob()
  loseNextUpload()
  await userEvent.upload(chooser('ההקלטה'), new File([bytes], 'שיעור.webm', { type: 'video/webm' }))
  await expect.element(field.getByText(/^החיבור נקטע לפני סוף ההעלאה/)).toBeVisible()
  await field.getByRole('button', { name: 'ניסיון נוסף' }).click()
  await expect.element(field.getByRole('button', { name: 'צפייה בהקלטה' })).toBeVisible()
  await expect.element(field.getByText(/^החיבור נקטע/)).not.toBeInTheDocument()
})

test('a question about the recording is listed with its time in the video, and can be answered', async () => {
  const id = await addWebinar()
  const { id: contact } = await makeContact({ first: 'נועה' })
  const { data: registration } = await backendAsService()
    .from('webinar_registrations')
    .insert({ webinar_id: id, contact_id: contact, name: 'נועה', email: `${crypto.randomUUID()}@example.com` })
    .select('id')
    .single()
    .throwOnError()
  await backendAsService()
    .from('webinar_messages')
    .insert({
      webinar_id: id,
      registration_id: registration.id,
      author: 'נועה',
      kind: 'question',
      body: 'מתאים גם לעצמאים?',
      position_s: 725,
    })
    .throwOnError()
  await openScreen(`/admin/webinars/${id}`, 'coach')
  const block = page.getByRole('region', { name: 'שאלות מההקלטה' })
  await expect.element(block.getByText(/בדקה 12:05/)).toBeVisible()
  await block.getByRole('button', { name: 'תשובה לנועה' }).click()
  const answer = block.getByRole('textbox', { name: 'תשובה לנועה' })
  performance.clearResourceTimings()
  await answer.fill('   ')
  await block.getByRole('button', { name: 'שליחה' }).click()
  await answer.fill('כן, בהתאמה קטנה')
  await block.getByRole('button', { name: 'שליחה' }).click()
  await expect.element(block).not.toBeInTheDocument()
  await expect.element(page.getByText('התשובה נשלחה אל נועה')).toBeVisible()
  const sent = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/answer_webinar_question'))
  await expect.poll(sent).toHaveLength(1)
  const { data } = await backendAsService()
    .from('webinar_messages')
    .select('body, visibility')
    .eq('webinar_id', id)
    .eq('kind', 'answer')
    .throwOnError()
  expect(data).toEqual([{ body: 'כן, בהתאמה קטנה', visibility: 'private' }])
})

test('messages to registrants are listed by segment, and those of sessions only if there are sessions', async () => {
  const id = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('הודעות')
  const messages = page.getByRole('region', { name: 'הודעות לנרשמים' })
  await expect.element(messages.getByRole('switch', { name: /אחרי הדרכה: לא הגיעו/ })).toBeVisible()
  await expect.element(messages.getByRole('link', { name: 'לזמנים של כל ההדרכות' })).toBeVisible()
  await openPart('פרטים')
  await page.getByRole('combobox', { name: 'סוג' }).selectOptions('צפייה בכל זמן')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.element(page.getByText('ההדרכה נשמרה')).toBeVisible()
  await openPart('הודעות')
  await expect.element(messages.getByRole('switch', { name: /אחרי הדרכה: לא הגיעו/ })).not.toBeInTheDocument()
  await expect.element(messages.getByText(/תשובה לשאלה ששלחו מהקלטה/)).toBeVisible()
  // No message of an on-demand webinar can be switched off: the link, and the reply to an action.
  expect(messages.getByRole('switch').elements()).toEqual([])
})

test('a message can be switched off for one webinar, and shows its send time for the next session and its text', async () => {
  const id = await addWebinar()
  await backendAs('owner')
    .from('webinar_sessions')
    .insert({ webinar_id: id, starts_at: '2199-01-15T18:30:00Z' })
    .throwOnError()
  const muted = async () =>
    (await backendAs('owner').from('webinar_muted_messages').select('rule_key').eq('webinar_id', id).throwOnError())
      .data
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('הודעות')
  const messages = page.getByRole('region', { name: 'הודעות לנרשמים' })
  const row = messages.getByRole('switch', { name: /תזכורת שעה לפני הדרכה/ })
  await expect.element(row).toBeChecked()
  await expect.element(messages.getByText(/שעה לפני תחילת המפגש · יום שלישי, 15 בינואר 2199, 19:30/)).toBeVisible()
  await expect.element(messages.getByText(/שתי דקות אחרי תחילת המפגש/)).toBeVisible()
  await row.click()
  await expect.element(row).not.toBeChecked()
  await expect.element(row).toHaveFocus()
  await expect.poll(muted).toEqual([{ rule_key: 'webinar.reminder_hour' }])
  await row.click()
  await expect.poll(muted).toEqual([])
  await messages.getByRole('button', { name: 'תצוגה: תזכורת שעה לפני הדרכה' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/תקציב שמחזיק/).first()).toBeVisible()
  await dialog.getByRole('link', { name: 'לעריכת הנוסח' }).click()
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: /^נושא/ })).toBeVisible()
})

test('a message whose send time for the next session has passed is labelled as such', async () => {
  const id = await addWebinar()
  await backendAs('owner')
    .from('webinar_sessions')
    .insert({ webinar_id: id, starts_at: new Date(Date.now() + 3 * 3_600_000).toISOString() })
    .throwOnError()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('הודעות')
  const messages = page.getByRole('region', { name: 'הודעות לנרשמים' })
  await expect.element(messages.getByText(/לפני תחילת המפגש · כבר עבר/)).toBeVisible()
})

test('a coach sees which messages a webinar sends, but cannot switch them', async () => {
  const id = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'coach')
  const messages = page.getByRole('region', { name: 'הודעות לנרשמים' })
  await expect.element(messages.getByRole('switch', { name: /תזכורת שעה לפני הדרכה/ })).toBeDisabled()
  expect(messages.getByRole('button').elements()).toEqual([])
})

test('team members are added by name, and a colleague outside the team cannot open the control room', async () => {
  const id = await addWebinar()
  const owner = backendAs('owner')
  const { data: session } = await owner
    .from('webinar_sessions')
    .insert({ webinar_id: id, starts_at: '2199-01-15T18:30:00Z' })
    .select('id')
    .single()
    .throwOnError()
  const { data: staff } = await owner.rpc('staff_members').throwOnError()
  const content = staff.find(({ roles }) => roles.includes('content'))!
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('צוות')
  const team = page.getByRole('region', { name: 'הצוות בחדר' })
  await expect.element(team.getByText(/לא נקבעו שמות/)).toBeVisible()
  await team.getByRole('combobox', { name: 'מי' }).selectOptions(content.name)
  await team.getByRole('button', { name: 'הוספה לצוות' }).click()
  await expect.element(team.getByRole('button', { name: `הסרה מהצוות: ${content.name}` })).toBeVisible()
  expect((await owner.from('webinar_team').select('user_id, role').eq('webinar_id', id).throwOnError()).data).toEqual([
    { user_id: content.user_id, role: 'host' },
  ])
  await openScreen(`/admin/webinars/${id}/sessions/${session.id}`, 'coach')
  await expect.element(page.getByRole('heading', { name: 'העמוד לא נמצא', level: 1 })).toBeVisible()
})

test('with moderators only, hosting depends on the role, and removing a member keeps the focus in the team', async () => {
  const id = await addWebinar()
  const owner = backendAs('owner')
  const { data: staff } = await owner.rpc('staff_members').throwOnError()
  const content = staff.find(({ roles }) => roles.includes('content'))!
  await owner
    .from('webinar_team')
    .insert({ webinar_id: id, user_id: content.user_id, role: 'moderator' })
    .throwOnError()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('צוות')
  const team = page.getByRole('region', { name: 'הצוות בחדר' })
  await expect.element(team.getByText(/לא נקבע מי מנחה/)).toBeVisible()
  await team.getByRole('button', { name: `הסרה מהצוות: ${content.name}` }).click()
  await expect.element(team.getByText(/לא נקבעו שמות/)).toBeVisible()
  await expect.element(team.getByRole('heading', { name: 'הצוות בחדר' })).toHaveFocus()
})

test('a series of dates is added at once with seats per session, and the seats of one session can be changed', async () => {
  const id = await addWebinar()
  const sessions = async () =>
    (
      await backendAs('owner')
        .from('webinar_sessions')
        .select('starts_at, capacity')
        .eq('webinar_id', id)
        .order('starts_at')
        .throwOnError()
    ).data
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('מועדים')
  await page.getByPlaceholder('יום.חודש.שנה').fill('12.1.2027')
  await userEvent.keyboard('{Tab}')
  await page.getByRole('combobox', { name: 'חזרה' }).selectOptions('כל שבוע')
  await page.getByRole('spinbutton', { name: 'כמה מועדים' }).fill('3')
  await page.getByRole('spinbutton', { name: 'מקומות (ריק: בלי הגבלה)' }).fill('40')
  await expect.element(page.getByText('המועדים: 12.1, 19.1, 26.1.')).toBeVisible()
  await page.getByRole('button', { name: 'הוספת 3 מועדים' }).click()
  await expect.poll(async () => (await sessions()).length).toBe(3)
  expect((await sessions()).map(({ capacity }) => capacity)).toEqual([40, 40, 40])
  await expect.element(page.getByText('נרשמו: 0 ל־40 מקומות').first()).toBeVisible()
  await page.getByRole('button', { name: 'מקומות', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton').fill('50')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByText('נרשמו: 0 ל־50 מקומות')).toBeVisible()
  expect((await sessions()).filter(({ capacity }) => capacity === 50)).toHaveLength(1)
})

test('a series with an end date has dates at its interval up to that day', async () => {
  const id = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'owner')
  await openPart('מועדים')
  await page.getByPlaceholder('יום.חודש.שנה').fill('13.1.2027')
  await userEvent.keyboard('{Tab}')
  await page.getByRole('combobox', { name: 'חזרה' }).selectOptions('כל שבועיים')
  await page.getByRole('combobox', { name: 'עד מתי' }).selectOptions('עד תאריך')
  await page.getByRole('textbox', { name: 'התאריך האחרון' }).fill('11.2.2027')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('המועדים: 13.1, 27.1, 10.2.')).toBeVisible()
  await page.getByRole('button', { name: 'הוספת 3 מועדים' }).click()
  const days = async () =>
    (await backendAs('owner').from('webinar_sessions').select('id').eq('webinar_id', id).throwOnError()).data.length
  await expect.poll(days).toBe(3)
})

test('just-in-time sessions of an automated webinar can be switched on and off', async () => {
  const id = await addWebinar()
  const owner = backendAs('owner')
  const recording = { provider: 'youtube', ref: 'dQw4w9WgXcQ' } as const
  await owner.from('webinars').update({ kind: 'automated', recording }).eq('id', id).throwOnError()
  const saved = async () =>
    (
      await owner
        .from('webinars')
        .select('just_in_time_from, just_in_time_until, just_in_time_seats')
        .eq('id', id)
        .single()
        .throwOnError()
    ).data
  await openScreen(`/admin/webinars/${id}`, 'owner')
  const box = page.getByRole('checkbox', { name: 'אפשר להירשם גם לרבע השעה הקרוב' })
  await box.click()
  await page.getByRole('textbox', { name: 'עד שעה' }).fill('20:30')
  await page.getByRole('spinbutton', { name: 'מקומות בכל מפגש כזה (ריק: בלי הגבלה)' }).fill('50')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect
    .poll(saved)
    .toEqual({ just_in_time_from: '09:00:00', just_in_time_until: '20:30:00', just_in_time_seats: 50 })
  await expect.element(page.getByRole('textbox', { name: 'עד שעה' })).toHaveValue('20:30')
  await box.click()
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect.poll(saved).toEqual({ just_in_time_from: null, just_in_time_until: null, just_in_time_seats: null })
})

test('a host without edit rights sees the sessions, but no fields', async () => {
  const id = await addWebinar()
  await openScreen(`/admin/webinars/${id}`, 'coach')
  await expect.element(page.getByRole('heading', { name: 'מפגשים' })).toBeVisible()
  expect(page.getByRole('button', { name: 'שמירת השינויים' }).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'הוספת מועד' }).elements()).toEqual([])
})

test('the list shows the next session of a webinar, not a later one', async () => {
  const id = await addWebinar()
  const title = unique('רשימה')
  await backendAs('owner').from('webinars').update({ title }).eq('id', id).throwOnError()
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const sessions = [30, 3, 60].map((days) => ({ webinar_id: id, starts_at: inDays(days) }))
  await backendAs('owner').from('webinar_sessions').insert(sessions).throwOnError()
  await openScreen('/admin/webinars', 'owner')
  const row = page.getByRole('listitem').filter({ hasText: title })
  await expect.element(row).toMatchTextContent(`המפגש הבא: ${formatLongDate(sessions[1]!.starts_at)}`)
})
