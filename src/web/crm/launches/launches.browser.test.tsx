import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { staffRefusals } from '#features/launches/launch-edit.ts'
import clip from '#platform/player/clips/annual-expenses.webm?url'
import { makeContact } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { brokenPng, pngFile } from '../../../../test/browser/png.ts'
import { unique } from '../../../../test/browser/unique.ts'

const backend = backendAs('owner')

test('a launch is edited: a content with a worksheet, an offer with an early bonus, and landing page texts', async () => {
  const id = crypto.randomUUID()
  await backend
    .from('launches')
    .insert({ id, title: unique('סדרה').replaceAll('"', ''), mode: 'evergreen' })
    .throwOnError()
  await openScreen(`/crm/launches/${id}`, 'content')

  await page.getByRole('button', { name: 'תוכן', exact: true }).click()
  const content = page.getByRole('dialog', { name: 'תוכן חדש' })
  await content.getByRole('textbox', { name: 'שם', exact: true }).fill('למה תקציבים נופלים')
  await content.getByRole('textbox', { name: 'כתובת הסרטון' }).fill('https://youtu.be/abcdefghijk')
  await content.getByRole('textbox', { name: /אורך הסרטון/ }).fill('12')
  await content.getByRole('button', { name: 'הוספת התוכן' }).click()
  const length = content.getByRole('textbox', { name: /אורך הסרטון/ })
  await expect.element(length).toHaveAccessibleDescription(/דקות ושניות/)
  await length.fill('12:30')
  await content.getByRole('button', { name: 'הוספת התוכן' }).click()
  await expect.element(content).not.toBeInTheDocument()
  await page
    .getByLabelText('בחירת דף עבודה: למה תקציבים נופלים')
    .upload(new File(['%PDF-1.7 test'], 'דף.pdf', { type: 'application/pdf' }))
  await expect.element(page.getByText('דף.pdf')).toBeVisible()

  await page.getByRole('button', { name: 'עריכת ההצעה' }).click()
  const offer = page.getByRole('dialog', { name: 'ההצעה' })
  await offer.getByRole('textbox', { name: 'כותרת ההצעה' }).fill('בית מאוזן')
  await offer.getByRole('button', { name: 'בונוס', exact: true }).click()
  await offer.getByRole('textbox', { name: 'מה מקבלים' }).fill('מפגש אישי')
  await offer.getByRole('textbox', { name: /שעות מפתיחת ההרשמה/ }).fill('24')
  await offer.getByRole('button', { name: 'שמירת ההצעה' }).click()
  await expect.element(offer).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'עריכת עמוד ההצטרפות' }).click()
  const landing = page.getByRole('dialog', { name: 'עמוד ההצטרפות' })
  await landing.getByRole('textbox', { name: 'פתיח' }).fill('שלושה שיעורים קצרים')
  await landing.getByRole('button', { name: 'שמירה', exact: true }).click()
  await expect.element(page.getByText('שלושה שיעורים קצרים')).toBeVisible()

  const read = async () =>
    (
      await backend
        .from('launches')
        .select('offer, landing, launch_contents(video, worksheet_name, release_hours)')
        .eq('id', id)
        .single()
        .throwOnError()
    ).data
  await expect.poll(read).toMatchObject({
    offer: { title: 'בית מאוזן', bonuses: [{ text: 'מפגש אישי', hours: 24 }] },
    landing: { lead: 'שלושה שיעורים קצרים' },
    launch_contents: [
      { video: { source: 'youtube', ref: 'abcdefghijk', seconds: 750 }, worksheet_name: 'דף.pdf', release_hours: 0 },
    ],
  })
})

test('retrospective notes are shown while the launch is cloned, and on the clone', async () => {
  const id = crypto.randomUUID()
  const title = unique('סדרה').replaceAll('"', '')
  await backend.from('launches').insert({ id, title, mode: 'evergreen' }).throwOnError()
  await openScreen(`/crm/launches/${id}`, 'content')
  await page.getByRole('button', { name: 'עריכה: מה לשנות בפעם הבאה' }).click()
  const notes = page.getByRole('dialog', { name: 'מה לשנות בפעם הבאה' })
  await notes.getByRole('textbox', { name: 'מסקנות' }).fill('לפתוח את ההרשמה בערב')
  await notes.getByRole('button', { name: 'שמירה', exact: true }).click()
  await expect.element(notes).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('region', { name: 'מה לשנות בפעם הבאה' }).getByText('לפתוח את ההרשמה בערב'))
    .toBeVisible()

  await page.getByRole('button', { name: 'שכפול' }).click()
  const clone = page.getByRole('dialog', { name: 'שכפול ההשקה' })
  await expect
    .element(clone.getByRole('region', { name: 'מה ביקשנו לשנות' }).getByText('לפתוח את ההרשמה בערב'))
    .toBeVisible()
  const { data: copy } = await backendAs('content')
    .rpc('clone_launch', { launch: id, title: `${title} שוב`, days: 30 })
    .throwOnError()
  await openScreen(`/crm/launches/${copy}`, 'content')
  const former = page.getByRole('region', { name: 'מה ביקשנו לשנות' })
  await expect.element(former.getByText('לפתוח את ההרשמה בערב')).toBeVisible()
  const { data: launch } = await backend.from('launches').select('next_time').eq('id', copy).single().throwOnError()
  expect(launch.next_time).toBe('')
})

test("a colleague's change of the launch during an edit is not overwritten by the first save, even after a refetch, and the text stays", async () => {
  const id = crypto.randomUUID()
  await backend
    .from('launches')
    .insert({ id, title: unique('סדרה'), mode: 'evergreen' })
    .throwOnError()
  const { connection } = await openScreen(`/crm/launches/${id}`, 'content')
  await page.getByRole('button', { name: 'עריכה: מה לשנות בפעם הבאה' }).click()
  const notes = page.getByRole('dialog', { name: 'מה לשנות בפעם הבאה' })
  const text = notes.getByRole('textbox', { name: 'מסקנות' })
  await text.fill('שלי')
  await backendAs('admin').from('launches').update({ next_time: 'של דנה' }).eq('id', id).throwOnError()
  // Simulates the refetch after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(() => document.querySelector('.launch-words')?.textContent).toBe('של דנה')
  const save = notes.getByRole('button', { name: 'שמירה', exact: true })
  await save.click()
  await expect.element(notes.getByRole('alert')).toMatchTextContent(staffRefusals.changed_meanwhile)
  await expect.element(text).toHaveValue('שלי')
  const stored = async () =>
    (await backend.from('launches').select('next_time').eq('id', id).single().throwOnError()).data.next_time
  expect(await stored()).toBe('של דנה')
  await save.click()
  await expect.poll(stored).toBe('שלי')
})

test("a colleague's removal of a bonus during an edit of the offer does not change the rows of the form", async () => {
  const id = crypto.randomUUID()
  await backend
    .from('launches')
    .insert({ id, title: unique('סדרה'), mode: 'evergreen' })
    .throwOnError()
  const offer = { title: 'ליווי', text: '', bonuses: [{ text: 'ראשון' }, { text: 'שני' }], faq: [] }
  await backend.from('launches').update({ offer }).eq('id', id).throwOnError()
  const { connection } = await openScreen(`/crm/launches/${id}`, 'content')
  await page.getByRole('button', { name: 'עריכת ההצעה' }).click()
  const dialog = page.getByRole('dialog', { name: 'ההצעה' })
  const first = dialog.getByRole('group', { name: 'בונוס 1' }).getByRole('textbox', { name: 'מה מקבלים' })
  await expect.element(first).toHaveValue('ראשון')
  const shorter = { ...offer, bonuses: [{ text: 'שני' }] }
  await backendAs('admin').from('launches').update({ offer: shorter }).eq('id', id).throwOnError()
  // Simulates the refetch after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(() => connection.queries.isFetching()).toBe(0)
  await expect.element(first).toHaveValue('ראשון')
})

test('a content gets a picture of the library without alternative text, also after a refused file', async () => {
  const id = crypto.randomUUID()
  await backend
    .from('launches')
    .insert({ id, title: unique('סדרה'), mode: 'evergreen' })
    .throwOnError()
  await backend
    .from('launch_contents')
    .insert({ launch_id: id, position: 1, title: 'עם תמונה', release_kind: 'hours', release_hours: 0 })
    .throwOnError()
  await openScreen(`/crm/launches/${id}`, 'content')
  await page.getByRole('button', { name: 'עריכת עם תמונה' }).click()
  const content = page.getByRole('dialog', { name: 'עריכת עם תמונה' })
  await content.getByRole('button', { name: 'בחירת תמונה' }).click()
  const library = page.getByRole('dialog', { name: 'בחירת תמונה' })
  await expect.element(library).toBeVisible()
  const chooser = () => library.element().querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(chooser(), brokenPng())
  await expect.element(page.getByText('picture.png: התמונה לא נוספה')).toBeVisible()
  await expect.element(library.getByRole('button', { name: 'העלאת תמונות' })).toBeEnabled()
  await userEvent.upload(chooser(), await pngFile())
  await expect.element(library).not.toBeInTheDocument()
  await expect.element(content.getByRole('button', { name: 'החלפה', exact: true })).toBeVisible()
  await expect.element(content.getByRole('textbox', { name: 'מה רואים בתמונה' })).not.toBeInTheDocument()
  await content.getByRole('button', { name: 'שמירת התוכן' }).click()
  await expect.element(content).not.toBeInTheDocument()
  const { data } = await backend.from('launch_contents').select('poster_id').eq('launch_id', id).single().throwOnError()
  expect(data.poster_id).toMatch(/^[0-9a-f-]{36}$/)
})

test('saving a content that a colleague deleted is refused with the reason, and the typed name stays', async () => {
  const id = crypto.randomUUID()
  await backend
    .from('launches')
    .insert({ id, title: unique('סדרה'), mode: 'evergreen' })
    .throwOnError()
  await backend
    .from('launch_contents')
    .insert({ launch_id: id, position: 1, title: 'שיעור ראשון', release_kind: 'hours', release_hours: 0 })
    .throwOnError()
  await openScreen(`/crm/launches/${id}`, 'content')
  await page.getByRole('button', { name: 'עריכת שיעור ראשון' }).click()
  const content = page.getByRole('dialog', { name: 'עריכת שיעור ראשון' })
  const name = content.getByRole('textbox', { name: 'שם', exact: true })
  await name.fill('שיעור פתיחה')
  await backendAs('admin').from('launch_contents').delete().eq('launch_id', id).throwOnError()
  await content.getByRole('button', { name: 'שמירת התוכן' }).click()
  await expect.element(content.getByRole('alert').filter({ hasText: /זה כבר נמחק/ })).toBeVisible()
  await expect.element(name).toHaveValue('שיעור פתיחה')
})

test('an uploaded video becomes the video of a content', async () => {
  const id = crypto.randomUUID()
  await backend
    .from('launches')
    .insert({ id, title: unique('סדרה'), mode: 'evergreen' })
    .throwOnError()
  await openScreen(`/crm/launches/${id}`, 'content')
  await page.getByRole('button', { name: 'תוכן', exact: true }).click()
  const content = page.getByRole('dialog', { name: 'תוכן חדש' })
  await content.getByRole('textbox', { name: 'שם', exact: true }).fill('סרטון שלנו')
  const bytes = await (await fetch(clip)).blob()
  const chooser = content.element().querySelector<HTMLInputElement>('[aria-label="בחירת קובץ וידאו"]')!
  await userEvent.upload(chooser, new File([bytes], 'שיעור.webm', { type: 'video/webm' }))
  await expect.element(content.getByText('סרטון מהאחסון שלנו, פתוח רק מהקישור האישי')).toBeVisible()
  await content.getByRole('textbox', { name: /אורך הסרטון/ }).fill('1:12')
  await content.getByRole('button', { name: 'הוספת התוכן' }).click()
  await expect.element(content).not.toBeInTheDocument()
  const { data } = await backend.from('launch_contents').select('video').eq('launch_id', id).single().throwOnError()
  expect(data.video).toMatchObject({ source: 'file', ref: expect.stringMatching(/^[\da-f-]{36}$/) })
})

test('unanswered comments are listed before newer ones, and an approved one becomes visible', async () => {
  const service = backendAsService()
  const { data: launch } = await service
    .from('launches')
    .insert({ title: unique('סדרה') })
    .select('id')
    .single()
    .throwOnError()
  const { data: content } = await service
    .from('launch_contents')
    .insert({ launch_id: launch.id, position: 1, title: 'שיעור', release_kind: 'hours', release_hours: 0 })
    .select('id')
    .single()
    .throwOnError()
  const { id: contact } = await makeContact({ first: 'תמר' })
  const { data: participant } = await service
    .from('launch_participants')
    .insert({ launch_id: launch.id, contact_id: contact, name: 'תמר', email: `${crypto.randomUUID()}@example.com` })
    .select('id')
    .single()
    .throwOnError()
  const about = { content_id: content.id, participant_id: participant.id, shown_name: 'תמר' }
  const rows = [
    { ...about, body: 'ותיקה שמחכה', created_at: '2026-11-01T10:00:00Z', status: 'pending' as const },
    { ...about, body: 'חדשה שמוצגת', created_at: '2026-11-20T10:00:00Z', status: 'visible' as const },
  ]
  await service.from('launch_comments').insert(rows).throwOnError()
  await openScreen(`/crm/launches/${launch.id}`, 'content')
  const comments = page.getByRole('region', { name: 'תגובות' }).getByRole('listitem')
  await expect.element(comments.nth(0)).toMatchTextContent(/ותיקה שמחכה/)
  await expect.element(comments.nth(1)).toMatchTextContent(/חדשה שמוצגת/)
  await comments.nth(0).getByRole('button', { name: 'אישור' }).click()
  await expect.element(comments.filter({ hasText: 'ותיקה' })).toMatchTextContent(/מוצגת/)
  await expect.element(comments.nth(0)).toMatchTextContent(/חדשה/)
})

test("an unsaved date is preserved by another save, and so is a colleague's change of another date", async () => {
  const id = crypto.randomUUID()
  await backend
    .from('launches')
    .insert({ id, title: unique('סדרה').replaceAll('"', ''), mode: 'evergreen' })
    .throwOnError()
  const dates = { prelaunch_at: '2027-02-01T07:00:00+00:00', cart_after_hours: 72, cart_hours: 48 }
  await backend.from('launches').update(dates).eq('id', id).throwOnError()
  const saved = async () =>
    (await backend.from('launches').select('cart_after_hours, cart_hours').eq('id', id).single().throwOnError()).data
  const { router } = await openScreen(`/crm/launches/${id}`, 'content')
  const hours = page.getByRole('textbox', { name: 'ההרשמה פתוחה, שעות' })
  await hours.fill('36')
  await page.getByRole('button', { name: 'עריכה: מה לשנות בפעם הבאה' }).click()
  const notes = page.getByRole('dialog', { name: 'מה לשנות בפעם הבאה' })
  await notes.getByRole('textbox', { name: 'מסקנות' }).fill('לפתוח בערב')
  await notes.getByRole('button', { name: 'שמירה', exact: true }).click()
  // The change is shown once the version that the save created is loaded.
  await expect.element(page.getByRole('region', { name: 'מה לשנות בפעם הבאה' }).getByText('לפתוח בערב')).toBeVisible()
  await expect.element(hours).toHaveValue('36')
  await backend.from('launches').update({ cart_after_hours: 24 }).eq('id', id).throwOnError()
  void router.navigate('/crm/launches')
  await page.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await page.getByRole('button', { name: 'שמירת התאריכים' }).click()
  await expect.poll(saved).toEqual({ cart_after_hours: 24, cart_hours: 36 })
  await expect.element(page.getByRole('textbox', { name: /שעות אחרי ההצטרפות/ })).toHaveValue('24')
})
