import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { loseNextRequest } from '../../../../test/browser/network.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const backend = backendAs('owner')
const message = page.getByRole('region', { name: 'הודעות' })
const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
const dialog = (name: string) => page.getByRole('dialog', { name })
const titles = () => [...document.querySelectorAll('.bio-screen .row__words b')].map((title) => title.textContent)

const first = { title: 'שיחת היכרות', url: '/contact', position: 1 }
const second = { title: 'הבלוג', url: '/blog', position: 2 }

// Only this test reads the links of the page.
beforeEach(async () => {
  await backend.from('bio_links').delete().gte('position', -1).throwOnError()
})
const addLinks = (...links: (typeof first & { starts_at?: string; ends_at?: string })[]) =>
  backend.from('bio_links').insert(links).throwOnError()
const stored = async () => (await backend.from('bio_links').select().order('position').throwOnError()).data

async function openBio() {
  await openScreen('/crm/site/link-in-bio', 'content')
  await expect.element(page.getByRole('heading', { name: 'הקישורים' })).toBeVisible()
}

test('a link is added with its dates, and invalid values are refused at their fields', async () => {
  await openBio()
  await expect.element(page.getByText(/^אין עדיין קישורים/)).toBeVisible()
  await page.getByRole('button', { name: 'קישור', exact: true }).click()
  const form = dialog('קישור חדש')
  await form.getByLabelText(/^מה כתוב/).fill('ש')
  await form.getByLabelText(/^לאן מגיעים/).fill('contact')
  await form.getByLabelText(/^מיום/).fill('2031-02-02')
  await form.getByLabelText(/^עד סוף היום/).fill('2031-01-01')
  await form.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(form.getByText('לפחות 2 תווים')).toBeVisible()
  await expect.element(form.getByText(/^כתובת באתר \(\/blog\)/)).toBeVisible()
  await expect.element(form.getByLabelText(/^מה כתוב/)).toHaveFocus()
  await form.getByLabelText(/^מה כתוב/).fill('שיחת היכרות')
  await form.getByLabelText(/^לאן מגיעים/).fill('/contact')
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByText('היום האחרון בא אחרי הראשון')).toBeVisible()
  await form.getByLabelText(/^עד סוף היום/).fill('2031-03-01')
  await form.getByRole('checkbox', { name: 'להדגיש בצבע' }).click()
  await form.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(row('שיחת היכרות')).toMatchTextContent(/מודגש.*מ־2.2.2031.*עוד לא לחצו/)
  await expect.poll(() => stored()).toMatchObject([{ title: 'שיחת היכרות', url: '/contact', is_featured: true }])
})

test('the buttons reorder links, and stay focusable at the ends', async () => {
  await addLinks(first, second)
  await openBio()
  await expect.poll(titles).toEqual([first.title, second.title])
  await expect
    .element(page.getByRole('button', { name: 'העלאה: שיחת היכרות' }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('button', { name: 'הורדה: הבלוג' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'הורדה: שיחת היכרות' }).click()
  await expect.poll(titles).toEqual([second.title, first.title])
  await expect.poll(async () => (await stored()).map(({ title }) => title)).toEqual([second.title, first.title])
})

test('a switch hides a link, and reverts if it was not saved', async () => {
  await addLinks(first)
  await openBio()
  const shown = row(first.title).getByRole('switch', { name: 'מוצג' })
  await shown.click()
  await expect.element(shown).not.toBeChecked()
  await expect.poll(async () => (await stored())[0]!.is_enabled).toBe(false)
  loseNextRequest('PATCH /rest/v1/bio_links')
  await shown.click()
  await expect.element(message).toMatchTextContent('אין חיבור לשרת')
  await expect.element(shown).not.toBeChecked()
})

test('undo restores a deleted link with all its values', async () => {
  await addLinks({ ...first, ends_at: instantAt('2031-03-02', '00:00').toISOString() }, second)
  await openBio()
  const [before] = await stored()
  await page.getByRole('button', { name: 'מחיקה: שיחת היכרות' }).click()
  await expect.poll(titles).toEqual([second.title])
  await page.getByRole('button', { name: 'החזרה' }).click()
  await expect.poll(titles).toEqual([first.title, second.title])
  const { title, url, ends_at, position } = before!
  await expect.poll(async () => (await stored())[0]).toMatchObject({ title, url, ends_at, position })
})

test('undo restores the only link, although its list has unmounted', async () => {
  await addLinks(first)
  await openBio()
  await page.getByRole('button', { name: 'מחיקה: שיחת היכרות' }).click()
  await expect.element(page.getByText(/^אין עדיין קישורים/)).toBeVisible()
  await page.getByRole('button', { name: 'החזרה' }).click()
  await expect.poll(titles).toEqual([first.title])
})

test('an undo that fails after the list has unmounted shows the reason', async () => {
  await addLinks(first)
  await openBio()
  await page.getByRole('button', { name: 'מחיקה: שיחת היכרות' }).click()
  await expect.element(page.getByText(/^אין עדיין קישורים/)).toBeVisible()
  loseNextRequest('POST /rest/v1/bio_links')
  await page.getByRole('button', { name: 'החזרה' }).click()
  await expect.element(message).toMatchTextContent('אין חיבור לשרת')
})

test("saving an edited link preserves a colleague's change of its address, which is shown first", async () => {
  await addLinks({ ...first, ends_at: instantAt('2031-03-02', '00:00').toISOString() })
  await openBio()
  await page.getByRole('button', { name: 'עריכה: שיחת היכרות' }).click()
  const form = dialog('עריכת קישור')
  await form.getByLabelText(/^מה כתוב/).fill('לקביעת שיחה')
  await backendAs('admin').from('bio_links').update({ url: '/book-a-call' }).eq('url', first.url).throwOnError()
  await form.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(form.getByRole('alert').filter({ hasText: '/book-a-call' })).toBeVisible()
  await form.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(row('לקביעת שיחה')).toMatchTextContent('/book-a-call')
  await expect.poll(stored).toMatchObject([{ title: 'לקביעת שיחה', url: '/book-a-call' }])
})

test('saving a link that a colleague deleted is refused with the reason, and the text stays', async () => {
  await addLinks(first)
  await openBio()
  await page.getByRole('button', { name: 'עריכה: שיחת היכרות' }).click()
  const form = dialog('עריכת קישור')
  await form.getByLabelText(/^מה כתוב/).fill('לקביעת שיחה')
  await backendAs('admin').from('bio_links').delete().eq('url', first.url).throwOnError()
  await form.getByRole('button', { name: 'שמירת הקישור' }).click()
  await expect.element(form.getByRole('alert').filter({ hasText: /הקישור כבר נמחק/ })).toBeVisible()
  await expect.element(form.getByLabelText(/^מה כתוב/)).toHaveValue('לקביעת שיחה')
})

test('a link shows its last day, whether it has expired, and whether its page is missing', async () => {
  const today = dayOf(new Date())
  await addLinks(
    { ...first, ends_at: instantAt(addDays(today, 30), '00:00').toISOString() },
    { ...second, ends_at: instantAt(addDays(today, -3), '00:00').toISOString() },
    { title: 'עמוד שאינו', url: '/no-such-page', position: 3 },
    { title: 'מאמר שאינו', url: `/blog/${crypto.randomUUID()}`, position: 4 },
  )
  await openBio()
  await expect.element(row(first.title)).toMatchTextContent(`עד ${lastDay(addDays(today, 29))}`)
  await expect.element(row(second.title)).toMatchTextContent('הסתיים')
  await expect.element(row('עמוד שאינו')).toMatchTextContent('לא מוצג: אין עדיין עמוד בכתובת הזאת')
  await expect.element(row('מאמר שאינו')).toMatchTextContent('אין עכשיו עמוד מפורסם בכתובת הזאת')
  await expect.element(row(first.title)).not.toMatchTextContent('לא מוצג')
})

const lastDay = (day: string) => day.split('-').toReversed().map(Number).join('.')

test("saving the texts above the links preserves a colleague's change of another field", async () => {
  await openBio()
  const { data } = await backend.from('bio_pages').select('version, name, line').single().throwOnError()
  await page.getByLabelText('שורה אחת עליכם').fill('כסף בבית, בנחת')
  await backend.from('bio_pages').update({ name: 'בית רגוע' }).eq('version', data.version).throwOnError()
  const form = page.getByRole('region', { name: 'מעל הקישורים' })
  await form.getByRole('button', { name: 'שמירה' }).click()
  await form.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(message).toMatchTextContent('העמוד נשמר')
  const { data: saved } = await backend.from('bio_pages').select('name, line').single().throwOnError()
  expect(saved).toEqual({ name: 'בית רגוע', line: 'כסף בבית, בנחת' })
  await backend.from('bio_pages').update({ name: data.name, line: data.line }).gte('version', 0).throwOnError()
})
