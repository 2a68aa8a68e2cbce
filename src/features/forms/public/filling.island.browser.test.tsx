import '#web/site/frame/site.css'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { dayOf } from '#lib/time/dates.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { uniqueEmail, uniquePhone } from '../../../../test/browser/unique.ts'
import { backendAs } from '../../../../test/browser/render.tsx'
import { siteFacts } from '../../../../test/site-facts.ts'
import type { FormView } from '../forms.ts'
import { Island } from './filling.island.tsx'
import { intakeDefinition } from '../templates/intake.ts'
import { saveDraft, sendForm } from './form.data.ts'
import type { Filling } from './form-view.ts'
import { violationsOf } from '../../../../test/browser/violations.ts'

const backendKey = inject('product').anonKey
const newKey = () => crypto.randomUUID().replaceAll('-', '')

/** The demo intake form, as the server passes it to the island. */
async function openIntakeForm(changes: Partial<Filling> = {}): Promise<Filling> {
  const response = await fetch('/functions/v1/open-form', {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: backendKey },
    body: JSON.stringify({ formId: 'hekerut' }),
  })
  const { formId, version, definition, isOutdated } = (await response.json()) as FormView
  const { business, publishedPaths } = siteFacts()
  return {
    formId,
    version,
    definition,
    isOutdated,
    allowsChanges: false,
    isOncePerPerson: false,
    fillKey: newKey(),
    entries: {},
    step: null,
    revision: 0,
    errors: {},
    problem: null,
    why: null,
    isElsewhere: false,
    today: dayOf(new Date()),
    marketing: null,
    texts: [],
    facts: { business, publishedPaths },
    backendKey,
    ...changes,
  }
}
const show = (view: Filling) =>
  render(
    <main>
      <h1>שאלון היכרות</h1>
      <Island {...view} />
    </main>,
  )
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const press = (name: string) => page.getByRole('button', { name }).click()
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 2 })
async function fillPerson() {
  await field(/^שם מלא/).fill('דנה לדוגמה')
  await field(/^טלפון/).fill(uniquePhone())
  await field(/^דוא״ל/).fill(uniqueEmail())
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('a form with conditional questions is filled in page by page and shows its ending', async () => {
  await show(await openIntakeForm())
  await press('המשך')
  await expect.element(page.getByRole('alert')).toHaveFocus()
  await expect.element(page.getByRole('link', { name: 'שם מלא: שדה חובה' })).toBeVisible()
  await fillPerson()
  expect(await violationsOf()).toEqual([])
  await press('המשך')
  await expect.element(heading('הבית שלכם, דנה לדוגמה')).toHaveFocus()
  await expect.element(field(/^שם בן או בת הזוג/)).not.toBeInTheDocument()
  const yes = page
    .getByRole('group', { name: /בזוגיות|זוג/ })
    .getByRole('radio')
    .first()
  await yes.click()
  await field(/^שם בן או בת הזוג/).fill('יואב')
  expect(await violationsOf()).toEqual([])
  await press('המשך')
  await field(/^הכנסה חודשית/).fill('9,000')
  await field(/^הוצאה חודשית/).fill('11,000')
  await expect.element(page.getByText(/2,000/)).toBeVisible()
  expect(await violationsOf()).toEqual([])
  await press('חזרה')
  await expect.element(field(/^שם בן או בת הזוג/)).toHaveValue('יואב')
  await press('המשך')
  await expect.element(field(/^הוצאה חודשית/)).toHaveValue('11,000')
  await press('המשך')
  expect(await violationsOf()).toEqual([])
  await press('לשליחת השאלון')
  await expect.element(heading('תודה, דנה לדוגמה. קיבלנו')).toHaveFocus()
  await expect.element(page.getByRole('link', { name: 'לקביעת שיחת היכרות' })).toBeVisible()
  expect(localStorage).toHaveLength(0)
  expect(await violationsOf()).toEqual([])
})

test('with one question per step the Enter key advances, and going back preserves the answer', async () => {
  const view = await openIntakeForm()
  await show({ ...view, definition: { ...view.definition, mode: 'one_question' } })
  await expect.element(page.getByText(/^שאלה 1 מתוך/)).toBeVisible()
  await field(/^שם מלא/).fill('דנה לדוגמה')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^שאלה 2 מתוך/)).toBeVisible()
  await expect.element(field(/^טלפון/)).toBeVisible()
  await expect.element(field(/^שם מלא/)).not.toBeInTheDocument()
  expect(await violationsOf()).toEqual([])
  await press('חזרה')
  await expect.element(field(/^שם מלא/)).toHaveValue('דנה לדוגמה')
})

test('the submission includes the time per answer, also for answers given before the page was reopened', async () => {
  const view = await openIntakeForm()
  const first = await show(view)
  await fillPerson()
  await expect.poll(() => localStorage.getItem('form-hekerut')).toContain('"seconds":{"full_name":')
  await first.unmount()
  await show(await openIntakeForm())
  await press('להמשיך משם')
  const sent: Record<string, unknown>[] = []
  const original = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (typeof url === 'string' && url.endsWith('/submit-form'))
      sent.push(JSON.parse(init?.body as string) as Record<string, unknown>)
    return original(url, init)
  })
  await press('המשך')
  await page
    .getByRole('group', { name: /בזוגיות|זוג/ })
    .getByRole('radio', { name: 'לא' })
    .click()
  await press('המשך')
  await press('המשך')
  await press('לשליחת השאלון')
  await expect.element(heading(/^תודה/)).toBeVisible()
  expect(Object.keys(sent[0]!['seconds'] as object)).toEqual(['full_name', 'phone', 'email', 'couple'])
})

test('a save from another device is not overwritten until the visitor chooses', async () => {
  const view = await openIntakeForm()
  await show(view)
  await field(/^שם מלא/).fill('דנה')
  await expect.element(page.getByRole('link', { name: /^קישור להמשך המילוי/ })).toBeVisible()
  const { formId, version, fillKey: key } = view
  const other = { formId, version, key, entries: { full_name: 'נועה' }, consentTextId: undefined, privacyTextId: undefined, sourceUrl: location.href } // prettier-ignore
  expect(await saveDraft(backendKey, { ...other, page: 'who', revision: 1, force: false })).toHaveProperty('data')
  await field(/^שם מלא/).fill('דנה לדוגמה')
  await expect.element(page.getByText(/נמשך במכשיר אחר/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'לתשובות החדשות' })).toHaveAttribute('href', `/form/hekerut/continue/${key}`) // prettier-ignore
  expect(await violationsOf()).toEqual([])
  await press('להמשיך מכאן')
  await expect.element(page.getByText(/נמשך במכשיר אחר/)).not.toBeInTheDocument()
  await expect.element(field(/^שם מלא/)).toHaveValue('דנה לדוגמה')
})

test('answers that could not be saved are stored on the device without sensitive ones, and offered again on the next visit', async () => {
  const first = await show(await openIntakeForm({ backendKey: 'not-a-key', step: 'money' }))
  await field(/^הכנסה חודשית/).fill('12345')
  await page.getByRole('checkbox', { name: 'אין לנו תוכנית' }).click()
  await expect.element(page.getByText(/^נשמר במכשיר/)).toBeVisible()
  expect(localStorage.getItem('form-hekerut')).toContain('plan')
  expect(localStorage.getItem('form-hekerut')).not.toContain('12345')
  await first.unmount()
  await show(await openIntakeForm())
  await press('להמשיך משם')
  await expect.element(heading('התמונה הכלכלית')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'אין לנו תוכנית' })).toBeChecked()
  await expect.element(page.getByRole('button', { name: 'להתחיל מחדש' })).not.toBeInTheDocument()
})

test('a stored draft of an earlier version is offered: at its URL if the server has it, otherwise on this page', async () => {
  const view = await openIntakeForm()
  const earlier = {
    key: newKey(),
    version: view.version - 1,
    entries: { full_name: 'דנה' },
    step: 'who',
    at: Date.now(),
  }
  localStorage.setItem('form-hekerut', JSON.stringify({ ...earlier, revision: 2 }))
  const first = await show(view)
  await expect
    .element(page.getByRole('link', { name: 'להמשיך משם' }))
    .toHaveAttribute('href', `/form/hekerut/continue/${earlier.key}`)
  await first.unmount()
  localStorage.setItem('form-hekerut', JSON.stringify({ ...earlier, revision: 0 }))
  await show(view)
  await press('להמשיך משם')
  await expect.element(field(/^שם מלא/)).toHaveValue('דנה')
})

test('a form cannot be submitted before its attached file is uploaded', async () => {
  await show(await openIntakeForm({ step: 'last', entries: { full_name: 'דנה', phone: uniquePhone(), couple: 'no' } }))
  const held = holdNextRequest('/functions/v1/upload-form-file')
  await userEvent.upload(page.getByLabelText(/^מסמך שכדאי שנראה/), new File(['%PDF-1.7'], 'slip.pdf'))
  await held.sent
  const send = page.getByRole('button', { name: 'לשליחת השאלון' })
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  held.release()
  await expect.element(page.getByText('slip.pdf')).toBeVisible()
  await send.click()
  await expect.element(heading(/^תודה/)).toBeVisible()
})

test('an answer that is typed while a file is uploaded is saved without a conflict', async () => {
  await show(await openIntakeForm({ step: 'last', entries: { full_name: 'דנה', phone: uniquePhone(), couple: 'no' } }))
  await field(/^מה תרצו שישתנה/).fill('שקט')
  const { fetch: real } = globalThis
  const saves: Promise<Response>[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = real(input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('save-form-draft')) saves.push(answer)
    if (!url.includes('upload-form-file')) return answer
    const uploaded = await answer
    // The draft exists on the server, but the page does not know its revision yet.
    dispatchEvent(new Event('online'))
    await Promise.all(saves)
    return uploaded
  })
  await userEvent.upload(page.getByLabelText(/^מסמך שכדאי שנראה/), new File(['%PDF-1.7'], 'slip.pdf'))
  await expect.element(page.getByText('slip.pdf')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^קישור להמשך המילוי/ })).toBeVisible()
  await expect.element(page.getByText(/נמשך במכשיר אחר/)).not.toBeInTheDocument()
})

test('a file is uploaded immediately, and a file with mismatching content is refused at its field', async () => {
  await show(await openIntakeForm({ step: 'last', entries: { full_name: 'דנה', phone: uniquePhone(), couple: 'no' } }))
  const input = page.getByLabelText(/^מסמך שכדאי שנראה/)
  await userEvent.upload(input, new File(['<script>'], 'slip.pdf'))
  await expect.element(page.getByText('תוכן הקובץ אינו מתאים לסוג שלו', { exact: false })).toBeVisible()
  await userEvent.upload(input, new File(['%PDF-1.7'], 'slip.pdf'))
  await expect.element(page.getByText('slip.pdf')).toBeVisible()
  await press('לשליחת השאלון')
  await expect.element(heading(/^תודה/)).toBeVisible()
})

test('input entered before hydration is preserved', async () => {
  const view = await openIntakeForm({ step: 'home' })
  const place = document.createElement('main')
  place.innerHTML = renderToString(<Island {...view} />)
  document.body.append(place)
  const yes = page
    .getByRole('group', { name: /בזוגיות|זוג/ })
    .getByRole('radio')
    .first()
  await yes.click()
  const root = hydrateRoot(place, <Island {...view} />)
  await expect.element(field(/^שם בן או בת הזוג/)).toBeVisible()
  await expect.element(yes).toBeChecked()
  root.unmount()
  place.remove()
})

test('a preview validates the answers but saves and sends nothing', async () => {
  await show(await openIntakeForm({ isPreview: true, step: 'last', entries: { full_name: 'דנה', phone: uniquePhone(), couple: 'no' } })) // prettier-ignore
  const fetched = vi.spyOn(globalThis, 'fetch')
  await userEvent.upload(page.getByLabelText(/^מסמך שכדאי שנראה/), new File(['%PDF-1.7'], 'slip.pdf'))
  await expect.element(page.getByText('בתצוגה מקדימה קבצים לא נשלחים')).toBeVisible()
  await press('לשליחת השאלון')
  await expect.element(page.getByText('הכול מולא כמו שצריך', { exact: false })).toBeVisible()
  const called = fetched.mock.calls.filter(([url]) => typeof url === 'string' && url.includes('/functions/v1/'))
  expect(called).toEqual([])
  expect(localStorage).toHaveLength(0)
  expect(await violationsOf()).toEqual([])
})

test('a completed submission is changed with its key, is not stored on the device, and ends with a receipt link', async () => {
  const backend = backendAs('owner')
  const { data: form } = await backend
    .from('forms')
    .insert({ title: 'טופס שמשתנה', draft: intakeDefinition as never, allows_changes: true })
    .select('id, public_id, version')
    .single()
    .throwOnError()
  await backend.functions.invoke('publish-form', { body: { id: form.id, expectedVersion: form.version } })
  const formId = form.public_id
  const open = async (key: string) => {
    const response = await fetch('/functions/v1/open-form', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: backendKey },
      body: JSON.stringify({ formId, key, change: true }),
    })
    return (await response.json()) as FormView
  }
  const view = await openIntakeForm({ formId, version: 1, definition: intakeDefinition as never, allowsChanges: true })
  const entries = { full_name: 'דנה לדוגמה', phone: uniquePhone(), email: uniqueEmail(), couple: 'no', wish: 'שקט' }
  const sent = await sendForm(backendKey, { formId, version: view.version, key: view.fillKey, entries, consentTextId: undefined, privacyTextId: undefined, sourceUrl: location.href, seconds: undefined }) // prettier-ignore
  expect(sent).toHaveProperty('data')
  const { change, filling } = await open(view.fillKey)
  await show({ ...view, change, ...filling, step: 'last' })
  await expect.element(page.getByText(/אלה התשובות ששלחתם/)).toBeVisible()
  const wish = page.getByRole('textbox').first()
  await expect.element(wish).toHaveValue('שקט')
  await wish.fill('רוגע')
  expect(await violationsOf()).toEqual([])
  await press('שמירת השינויים')
  await expect.element(page.getByRole('link', { name: 'הקישור שלכם לאישור ולשינוי התשובות' })).toHaveAttribute('href', `/form/${formId}/continue/${view.fillKey}`) // prettier-ignore
  expect((await open(view.fillKey)).filling?.entries).toMatchObject({ wish: 'רוגע', full_name: 'דנה לדוגמה' })
  expect(localStorage).toHaveLength(0)
})

test('a once_per_person form shows that it was submitted from this device, and can be filled in for another person', async () => {
  const key = newKey()
  localStorage.setItem('form-sent-hekerut', JSON.stringify({ key, at: Date.now() }))
  await show(await openIntakeForm({ isOncePerPerson: true }))
  const notice = page.getByRole('region', { name: 'הטופס כבר נשלח' })
  await expect.element(notice.getByRole('link', { name: 'לאישור' })).toHaveAttribute('href', `/form/hekerut/continue/${key}`) // prettier-ignore
  expect(await violationsOf()).toEqual([])
  await notice.getByRole('button', { name: 'למילוי של אדם אחר' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  expect(localStorage.getItem('form-sent-hekerut')).toBe(null)
})
