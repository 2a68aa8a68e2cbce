import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { captureDownloads } from '../../../../test/browser/downloads.ts'
import { makeContact } from '../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'

const block = (name: string) => page.getByRole('region', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Creates a published webinar with a session in ten minutes, whose room is open, and registrants in it. */
async function makeRoom(...names: string[]) {
  const owner = backendAs('owner')
  const slug = `room-${crypto.randomUUID()}`
  const { data: webinar } = await owner
    .from('webinars')
    .insert({ title: 'תקציב שמחזיק', slug, kind: 'live' })
    .select('id')
    .single()
    .throwOnError()
  const { data: session } = await owner
    .from('webinar_sessions')
    .insert({ webinar_id: webinar.id, starts_at: new Date(Date.now() + 10 * 60_000).toISOString() })
    .select('id')
    .single()
    .throwOnError()
  const registrants: string[] = []
  for (const name of names) {
    const { id: contact } = await makeContact({ first: name })
    const { data } = await backendAsService()
      .from('webinar_registrations')
      .insert({
        webinar_id: webinar.id,
        session_id: session.id,
        contact_id: contact,
        name,
        email: `${crypto.randomUUID()}@example.com`,
        last_seen_at: new Date().toISOString(),
      })
      .select('id')
      .single()
      .throwOnError()
    registrants.push(data.id)
  }
  const lineOf = (registration: string, body: string, kind: 'chat' | 'question' = 'chat') =>
    backendAsService()
      .from('webinar_messages')
      .insert({
        webinar_id: webinar.id,
        session_id: session.id,
        registration_id: registration,
        author: names[registrants.indexOf(registration)]!,
        kind,
        body,
      })
      .throwOnError()
  return {
    webinar: webinar.id,
    session: session.id,
    registrants,
    lineOf,
    open: (as: Role = 'owner') => openScreen(`/admin/webinars/${webinar.id}/sessions/${session.id}`, as),
    step: (step: string) =>
      owner.rpc('move_webinar_session', { session: session.id, step, reason: null }).throwOnError(),
    /** The lines visible to a registrant. */
    readBy: async (registration: string) => {
      const { data } = await backendAsService()
        .rpc('webinar_rooms', { registrations: [registration] })
        .throwOnError()
      return (data as unknown as { room: { lines: { body: string }[] } }[])[0]!.room.lines.map(({ body }) => body)
    },
  }
}

test('a host opens the room early, starts the broadcast, reports a stream failure, and ends it', async () => {
  const { open, webinar, session } = await makeRoom()
  await backendAs('owner')
    .from('webinar_sessions')
    .update({ starts_at: new Date(Date.now() + 3 * 86_400_000).toISOString() })
    .eq('id', session)
    .throwOnError()
  await open('content')
  const noStream = page.getByText(/^עוד אין כתובת שידור/)
  await button('פתיחת החדר').click()
  await button('התחלת השידור').click()
  await button('השידור נקטע').click()
  await button('השידור חזר').click()
  await expect.element(button('השידור נקטע')).toBeVisible()
  await button('סיום השידור').click()
  await expect.element(page.getByText('הסתיים', { exact: true })).toBeVisible()
  await expect.element(noStream).not.toBeInTheDocument()
  await button('המשך השידור').click()
  await expect.element(noStream).toBeVisible()
  await button('סיום השידור').click()
  await expect.element(page.getByText('הסתיים', { exact: true })).toBeVisible()
  const { data } = await backendAs('owner').from('webinars').select('lobby_minutes').eq('id', webinar).single()
  expect(data).toEqual({ lobby_minutes: 30 })
})

test('a rehearsal is marked, lets the team write and open interactions, and leaves no data behind', async () => {
  const { open, webinar, session } = await makeRoom()
  await backendAs('owner')
    .from('webinar_sessions')
    .update({ starts_at: new Date(Date.now() + 3 * 86_400_000).toISOString() })
    .eq('id', session)
    .throwOnError()
  await backendAs('owner')
    .from('webinar_interactions')
    .insert({ webinar_id: webinar, kind: 'announcement', title: 'מתחילים' })
    .throwOnError()
  await open('coach')
  await expect.element(button('פתיחה: מתחילים')).toBeDisabled()
  await button('חזרה בלי קהל').click()
  await expect.element(page.getByText('חזרה · רק הצוות רואה')).toBeVisible()
  await page.getByRole('textbox', { name: 'הודעה לכולם' }).fill('בודקים מיקרופון')
  await block('צ׳אט').getByRole('button', { name: 'שליחה' }).click()
  await expect.element(block('צ׳אט').getByText('בודקים מיקרופון')).toBeVisible()
  await button('פתיחה: מתחילים').click()
  await expect.element(button('סגירה: מתחילים')).toBeVisible()
  await button('סיום החזרה').click()
  await expect.element(block('צ׳אט').getByText('בודקים מיקרופון')).not.toBeInTheDocument()
  await expect.element(page.getByText('חזרה · רק הצוות רואה')).not.toBeInTheDocument()
  await expect.element(button('פתיחה: מתחילים')).toBeDisabled()
})

test('a session is cancelled only after confirmation', async () => {
  const { open, session } = await makeRoom()
  const status = async () =>
    (await backendAs('owner').from('webinar_sessions').select('status').eq('id', session).single().throwOnError()).data
      .status
  await open()
  await button('ביטול המפגש').click()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await status()).toBe('scheduled')
  await button('ביטול המפגש').click()
  await dialog.getByRole('button', { name: 'ביטול המפגש' }).click()
  await expect.poll(status).toBe('cancelled')
  await expect.element(button('ביטול המפגש')).not.toBeInTheDocument()
})

test('reactions are counted with the names of their kinds', async () => {
  const { open, registrants, step } = await makeRoom('נועה')
  await step('start')
  await open()
  await expect.element(button('סיום השידור')).toBeVisible()
  await backendAsService().rpc('react_in_webinar', { registration: registrants[0]!, kind: 'insight' }).throwOnError()
  await expect.element(page.getByText('נפל האסימון 1')).toBeVisible()
})

test('a private answer reaches only the author of the question', async () => {
  const { open, registrants, lineOf, readBy } = await makeRoom('נועה', 'יואב')
  const [noa, yoav] = registrants as [string, string]
  await lineOf(noa, 'מתאים גם לעצמאים?', 'question')
  await lineOf(yoav, 'ומה עם חגים?', 'question')
  await open()
  await button('תשובה לנועה').click()
  await page.getByRole('textbox', { name: 'תשובה לנועה' }).fill('כן, בהתאמה קטנה')
  await page.getByRole('checkbox', { name: 'תשובה פרטית, רק לצד ששאל' }).click()
  await block('שאלות').getByRole('button', { name: 'שליחה' }).click()
  await expect.element(block('שאלות').getByText('כן, בהתאמה קטנה')).toBeVisible()
  // Unanswered questions come first.
  expect(block('שאלות').getByRole('listitem').elements()[0]!.textContent).toContain('ומה עם חגים?')
  await expect.element(block('שאלות').getByText(/· תשובה פרטית/)).toBeVisible()
  expect(await readBy(noa)).toContain('כן, בהתאמה קטנה')
  expect(await readBy(yoav)).not.toContain('כן, בהתאמה קטנה')
  await button('תשובה ליואב').click()
  await page.getByRole('textbox', { name: 'תשובה ליואב' }).fill('מחלקים לשנים עשר')
  await block('שאלות').getByRole('button', { name: 'שליחה' }).click()
  await expect.element(block('שאלות').getByText('מחלקים לשנים עשר')).toBeVisible()
  expect(await readBy(noa)).toContain('מחלקים לשנים עשר')
})

test('a line appears in realtime and is hidden, and its author is muted and unmuted', async () => {
  const { open, registrants, lineOf, readBy } = await makeRoom('נועה', 'יואב')
  const [noa, yoav] = registrants as [string, string]
  await open('sales')
  const chat = block('צ׳אט')
  await expect.element(chat.getByText('עוד לא נכתבה הודעה.')).toBeVisible()
  await lineOf(noa, 'פרסומת')
  await expect.element(chat.getByText('פרסומת')).toBeVisible()
  await chat.getByRole('button', { name: 'עוד פעולות: נועה' }).click()
  await page.getByRole('menuitem', { name: 'הסתרה מהחדר' }).click()
  await expect.element(chat.getByText(/מוסתרת/)).toBeVisible()
  expect(await readBy(yoav)).toEqual([])
  await chat.getByRole('button', { name: 'עוד פעולות: נועה' }).click()
  await page.getByRole('menuitem', { name: 'השתקה', exact: true }).click()
  await expect.element(block('נרשמים').getByText('בהשתקה')).toBeVisible()
  await lineOf(noa, 'עוד פרסומת')
  expect(await readBy(yoav)).toEqual([])
  await page.getByRole('button', { name: 'ביטול', exact: true }).click()
  await expect.element(block('נרשמים').getByText('בהשתקה')).not.toBeInTheDocument()
  expect(await readBy(yoav)).toEqual(['עוד פרסומת'])
})

test('a registrant is ejected from the room, and readmitted', async () => {
  const { open, registrants } = await makeRoom('נועה')
  await open()
  const people = block('נרשמים')
  await expect.element(people.getByText('בחדר עכשיו')).toBeVisible()
  await people.getByRole('button', { name: 'עוד פעולות: נועה' }).click()
  await page.getByRole('menuitem', { name: 'הוצאה מהחדר' }).click()
  await expect.element(people.getByText('מחוץ לחדר')).toBeVisible()
  await people.getByRole('button', { name: 'עוד פעולות: נועה' }).click()
  await page.getByRole('menuitem', { name: 'החזרה לחדר' }).click()
  await expect.element(people.getByText('מחוץ לחדר')).not.toBeInTheDocument()
  const { data } = await backendAsService()
    .from('webinar_registrations')
    .select('ejected_at')
    .eq('id', registrants[0]!)
    .single()
  expect(data).toEqual({ ejected_at: null })
})

test('the personal link of a registrant can be shown and copied, and mailed again', async () => {
  const { open, registrants } = await makeRoom('נועה')
  const returned = async () =>
    (
      await backendAsService()
        .from('webinar_registrations')
        .select('returned_at')
        .eq('id', registrants[0]!)
        .single()
        .throwOnError()
    ).data.returned_at
  await backendAsService()
    .from('webinar_registrations')
    .update({ registered_at: new Date(Date.now() - 3_600_000).toISOString() })
    .eq('id', registrants[0]!)
    .throwOnError()
  await open('sales')
  await button('עוד פעולות: נועה').click()
  await page.getByRole('menuitem', { name: 'הקישור האישי', exact: true }).click()
  const link = dialog.getByRole('textbox', { name: 'הקישור האישי, להעתקה' })
  await expect.element(link).toHaveValue(expect.stringMatching(/\/webinar\/room-.+\/live\?r=[\w-]{24}$/))
  await dialog.getByRole('button', { name: 'סיום' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await returned()).toBeNull()
  await button('עוד פעולות: נועה').click()
  await page.getByRole('menuitem', { name: 'שליחת הקישור שוב בדוא״ל' }).click()
  await expect.poll(returned).not.toBeNull()
})

test('a registrant is moved to another date of the webinar, and removed from this session’s list', async () => {
  const { open, webinar, registrants } = await makeRoom('נועה', 'איתי')
  const addDate = async (inDays: number, capacity: number | null) =>
    (
      await backendAs('owner')
        .from('webinar_sessions')
        .insert({
          webinar_id: webinar,
          starts_at: new Date(Date.now() + inDays * 86_400_000).toISOString(),
          capacity,
        })
        .select('id')
        .single()
        .throwOnError()
    ).data
  const next = await addDate(9, null)
  const full = await addDate(16, 1)
  const { id: contact } = await makeContact({ first: 'רות' })
  await backendAsService()
    .from('webinar_registrations')
    .insert({
      webinar_id: webinar,
      session_id: full.id,
      contact_id: contact,
      name: 'רות',
      email: `${crypto.randomUUID()}@example.com`,
    })
    .throwOnError()
  await open('sales')
  const people = block('נרשמים')
  await button('עוד פעולות: נועה').click()
  await page.getByRole('menuitem', { name: 'העברה למועד אחר' }).click()
  await expect.element(dialog.getByRole('button', { name: /מלא$/ })).toBeDisabled()
  await dialog.getByRole('button', { name: /\d\d:\d\d$/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(people.getByRole('link', { name: 'איתי' })).toBeVisible()
  await expect.element(people.getByRole('link', { name: 'נועה' })).not.toBeInTheDocument()
  const { data } = await backendAsService()
    .from('webinar_registrations')
    .select('session_id')
    .eq('id', registrants[0]!)
    .single()
    .throwOnError()
  expect(data).toEqual({ session_id: next.id })
})

test('a poll is opened once the room is open, its votes are counted in realtime, and it closes', async () => {
  const { open, webinar, registrants, step } = await makeRoom('נועה')
  const { data: poll } = await backendAs('owner')
    .from('webinar_interactions')
    .insert({ webinar_id: webinar, kind: 'poll', title: 'מה הכי קשה?', choices: ['לדעת כמה יוצא', 'לדבר על זה'] })
    .select('id')
    .single()
    .throwOnError()
  await backendAs('owner').from('webinars').update({ lobby_minutes: 5 }).eq('id', webinar).throwOnError()
  await open('coach')
  await expect.element(button('פתיחה: מה הכי קשה?')).toBeDisabled()
  await step('open_lobby')
  await button('פתיחה: מה הכי קשה?').click()
  await expect.element(page.getByText(/פתוח עוד/)).toBeVisible()
  await backendAsService()
    .from('webinar_answers')
    .insert({ interaction_id: poll.id, registration_id: registrants[0]!, kind: 'answered', choice: 1 })
    .throwOnError()
  const results = page.getByRole('list', { name: 'תשובות לסקר' })
  await expect.element(results.getByRole('listitem').nth(1)).toMatchTextContent('לדבר על זה1')
  await expect.element(results.getByRole('listitem').nth(0)).toMatchTextContent('לדעת כמה יוצא0')
  await button('סגירה: מה הכי קשה?').click()
  await expect.element(button('פתיחה: מה הכי קשה?')).toBeVisible()
})

test('sales can moderate, but have no session steps and no interactions', async () => {
  const { open, webinar, step } = await makeRoom('נועה')
  await backendAs('owner')
    .from('webinar_interactions')
    .insert({ webinar_id: webinar, kind: 'announcement', title: 'מתחילים' })
    .throwOnError()
  await open('sales')
  await page.getByRole('textbox', { name: 'הודעה לכולם' }).fill('שלום לכולם')
  await page.getByRole('checkbox', { name: 'כהכרזה בולטת' }).click()
  await block('צ׳אט').getByRole('button', { name: 'שליחה' }).click()
  await expect.element(block('צ׳אט').getByText('הכרזה', { exact: true })).toBeVisible()
  await step('start')
  await expect.element(page.getByText('בשידור', { exact: true }).first()).toBeVisible()
  expect(button('סיום השידור').elements()).toEqual([])
  expect(button('השידור נקטע').elements()).toEqual([])
  expect(button('פתיחה: מתחילים').elements()).toEqual([])
})

test('owners can export the registrants of the session as a file, and no other role can', async () => {
  const { open } = await makeRoom('נועה', 'איתי')
  const downloads = captureDownloads()
  const screen = await open()
  await block('נרשמים').getByRole('button', { name: 'ייצוא' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect.poll(() => downloads.length).toBe(1)
  expect(downloads[0]!.name).toMatch(/^נרשמים, תקציב שמחזיק \d{4}-\d\d-\d\d\.csv$/)
  const text = await downloads[0]!.text
  expect(text.trim().split('\r\n')).toHaveLength(3)
  expect(text).toContain('איתי')
  await screen.unmount()
  await open('sales')
  await expect.element(block('נרשמים').getByText('בחדר עכשיו').first()).toBeVisible()
  await expect.element(block('נרשמים').getByRole('button', { name: 'ייצוא' })).not.toBeInTheDocument()
})
