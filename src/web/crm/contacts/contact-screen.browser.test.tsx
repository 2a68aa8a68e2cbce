import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { addContact, addOpportunity, uniqueName, uniquePhone, userIdOf } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { topsByTab } from '../../../../test/browser/tops-by-tab.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const message = page.getByRole('region', { name: 'הודעות' })
const heading = page.getByRole('heading', { level: 1 })
const details = page.getByRole('region', { name: 'פרטים', exact: true })
const edit = page.getByRole('dialog', { name: 'עריכת פרטים' })
const field = (label: string | RegExp) => edit.getByLabelText(label)
const save = () => edit.getByRole('button', { name: 'שמירת השינויים' }).click()

async function openContact(as: Role, person: Parameters<typeof addContact>[0] = {}) {
  const contact = await addContact(person)
  const { router, connection } = await openScreen(`/crm/contacts/${contact.id}`, as)
  await expect.element(heading).toHaveTextContent(contact.full_name)
  return { ...contact, router, connection }
}

async function openEdit() {
  await details.getByRole('button', { name: 'עריכה' }).click()
  await expect.element(field(/^שם פרטי/)).toBeVisible()
}

const readContact = async (id: string) =>
  (await backend.from('contacts').select().eq('id', id).single().throwOnError()).data

test('lifecycle, owner and source are edited inline, and each change can be undone', async () => {
  const { id } = await openContact('owner', { source: 'אתר' })
  await details.getByRole('button', { name: 'סוג: מתעניין/ת' }).click()
  await page.getByRole('menuitemradio', { name: 'לקוח/ה', exact: true }).click()
  await expect.poll(() => readContact(id)).toMatchObject({ lifecycle: 'client' })
  await expect.element(details.getByRole('button', { name: 'סוג: לקוח/ה' })).toBeVisible()
  await details.getByRole('button', { name: /^באחריות:/ }).click()
  await page.getByRole('menuitemradio', { name: 'הילה לדוגמה' }).click()
  await expect.poll(() => readContact(id)).toMatchObject({ owner_id: userIdOf('coach') })
  await details.getByRole('button', { name: /^באחריות: הילה/ }).click()
  await page.getByRole('menuitemradio', { name: 'לא נקבע' }).click()
  await expect.poll(() => readContact(id)).toMatchObject({ owner_id: null })
  await details.getByRole('button', { name: 'מקור: אתר' }).click()
  await page.getByRole('menuitemradio', { name: 'לא ידוע' }).click()
  await expect.poll(() => readContact(id)).toMatchObject({ source: null })
  // Waits for the response: before it the undo button belongs to the previous change.
  await expect.element(message).toMatchTextContent('המקור השתנה')
  await undoLast()
  await expect.poll(() => readContact(id)).toMatchObject({ source: 'אתר', lifecycle: 'client' })
})

test('an inline edit of a value just changed by a colleague is refused, and shows the stored value', async () => {
  const { id } = await openContact('owner', { source: 'אתר' })
  await details.getByRole('button', { name: 'מקור: אתר' }).click()
  const held = holdNextRequest('PATCH /rest/v1/contacts')
  await page.getByRole('menuitemradio', { name: 'טלפון', exact: true }).click()
  await held.sent
  await backendAs('admin').from('contacts').update({ source: 'שאלון' }).eq('id', id).throwOnError()
  held.release()
  await expect.element(message).toMatchTextContent('מישהו שינה את הכרטיס בינתיים. מוצג עכשיו מה שנשמר')
  await expect.element(details.getByRole('button', { name: 'מקור: שאלון' })).toBeVisible()
  await expect.poll(() => readContact(id)).toMatchObject({ source: 'שאלון' })
})

test('the details are edited in a dialog, and undo restores them', async () => {
  const { id, first_name, last_name } = await openContact('sales')
  await openEdit()
  await field(/^שם פרטי/).fill('  ')
  await save()
  await expect.element(field(/^שם פרטי/)).toHaveFocus()
  await expect.element(field(/^שם פרטי/)).toHaveAttribute('aria-invalid', 'true')
  await field(/^שם פרטי/).fill('אביגיל')
  await field(/^לשון פנייה/).selectOptions('f')
  await field(/^תאריך לידה/).fill('1984-06-05')
  await field(/^סוג/).selectOptions('client')
  await edit.getByRole('checkbox', { name: 'אין ליצור קשר שיווקי' }).click()
  await save()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.element(heading).toHaveTextContent(`אביגיל ${last_name}`)
  await expect.element(details.getByRole('button', { name: 'סוג: לקוחה' })).toBeVisible()
  await expect.element(details).toMatchTextContent('5.6.1984')
  await expect
    .poll(() => readContact(id))
    .toMatchObject({ gender_form: 'f', do_not_contact: true, birth_date: '1984-06-05' })
  await undoLast()
  await expect.element(heading).toHaveTextContent(`${first_name} ${last_name}`)
  await expect
    .poll(() => readContact(id))
    .toMatchObject({ gender_form: 'neutral', do_not_contact: false, birth_date: null })
})

test('a conflict names the colleague, other fields are merged, and the next save overwrites the same field', async () => {
  const { id, first_name } = await openContact('owner')
  await openEdit()
  await field(/^שם משפחה/).fill('תבור')
  await backendAs('admin').from('contacts').update({ last_name: 'אלמוג', source: 'שאלון' }).eq('id', id).throwOnError()
  await save()
  const notice = edit.getByRole('alert')
  await expect.element(notice).toMatchTextContent('אורן לדוגמה: שינוי שנשמר בזמן שערכתם')
  await expect.element(notice).toMatchTextContent('אלמוג')
  await expect.element(field(/^שם משפחה/)).toHaveValue('תבור')
  await expect.poll(async () => (await readContact(id)).last_name).toBe('אלמוג')
  await save()
  await expect.element(heading).toHaveTextContent(`${first_name} תבור`)
  await expect.poll(() => readContact(id)).toMatchObject({ last_name: 'תבור', source: 'שאלון' })
})

test("a colleague's change appears without a reload", async () => {
  const { id, first_name, connection } = await openContact('sales')
  await untilSubscribed({ connection })
  await backendAs('admin').from('contacts').update({ last_name: 'אלמוג' }).eq('id', id).throwOnError()
  await expect.element(heading).toHaveTextContent(`${first_name} אלמוג`)
})

test('a save that fails without a connection keeps the dialog open with its input', async () => {
  const { id } = await openContact('sales')
  await openEdit()
  await field(/^שם משפחה/).fill('גלבוע')
  loseNextRequest('PATCH /rest/v1/contacts')
  await save()
  await expect.element(edit.getByRole('alert')).toMatchTextContent('אין חיבור לשרת')
  await expect.element(field(/^שם משפחה/)).toHaveValue('גלבוע')
  await save()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(() => readContact(id)).toMatchObject({ last_name: 'גלבוע' })
})

test('the three tabs of the middle column are in the URL, and an unknown one defaults to the timeline', async () => {
  const { id, router } = await openContact('sales')
  const tabs = page.getByRole('navigation', { name: 'על איש הקשר' })
  await expect.element(tabs.getByRole('link', { name: 'ציר זמן' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'הסכמות' }).click()
  await expect.element(tabs.getByRole('link', { name: 'הסכמות' })).toHaveAttribute('aria-current', 'page')
  expect(router.state.location.search).toBe('?tab=consents')
  await expect.element(page.getByLabelText('חיפוש בציר הזמן')).not.toBeInTheDocument()
  await router.navigate(`/crm/contacts/${id}?tab=nothing`)
  await expect.element(page.getByLabelText('חיפוש בציר הזמן')).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'איש הקשר נוסף' })).toBeVisible()
})

test('the call button in the header prepares a call entry in the composer', async () => {
  await openContact('sales', { phone: uniquePhone() })
  const call = page.getByRole('link', { name: 'שיחה', exact: true })
  await expect.element(call).toHaveAttribute('href', expect.stringMatching(/^tel:\+972/))
  // The dialer is an external program.
  call.element().addEventListener('click', (event) => event.preventDefault())
  await call.click()
  await expect.element(page.getByRole('radio', { name: 'היה מענה' })).toBeChecked()
})

test('without a phone number and address there is no call link, and no review can be requested', async () => {
  await openContact('owner')
  await expect.element(page.getByRole('link', { name: 'שיחה', exact: true })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'פעולות נוספות' }).click()
  await page.getByRole('menuitem', { name: 'בקשת המלצה' }).click()
  const asking = page.getByRole('dialog', { name: 'בקשת המלצה' })
  await expect.element(asking.getByRole('button', { name: 'שליחת הבקשה' })).toBeDisabled()
  await asking.getByRole('button', { name: 'חזרה' }).click()
})

test('a review can be requested once: afterwards the open request is shown with its dates', async () => {
  const email = `${crypto.randomUUID().slice(0, 8)}@mail.example`
  const { id } = await openContact('owner', { email })
  const openDialog = async () => {
    await page.getByRole('button', { name: 'פעולות נוספות' }).click()
    await page.getByRole('menuitem', { name: 'בקשת המלצה' }).click()
  }
  const asking = page.getByRole('dialog', { name: 'בקשת המלצה' })
  await openDialog()
  await expect.element(asking).toMatchTextContent(email)
  await asking.getByRole('button', { name: 'שליחת הבקשה' }).click()
  await expect.element(message).toMatchTextContent('הבקשה נשלחה')
  await expect.element(asking).not.toBeInTheDocument()
  await openDialog()
  await expect.element(asking.getByText(/^בקשה נשלחה ב.*והיא פתוחה עד/)).toBeVisible()
  await expect.element(asking.getByRole('button', { name: 'שליחת הבקשה' })).toBeDisabled()
  const { data } = await backend.from('review_requests').select('id').eq('contact_id', id).throwOnError()
  expect(data).toHaveLength(1)
})

test('a new task or opportunity in the side columns belongs to this contact', async () => {
  const { full_name, id } = await openContact('sales')
  await page.getByRole('region', { name: 'משימות' }).getByRole('button', { name: 'משימה' }).click()
  const task = page.getByRole('dialog', { name: 'משימה חדשה' })
  await expect.element(task.getByRole('combobox', { name: /איש קשר/ })).toHaveValue(full_name)
  await task.getByLabelText(/מה צריך לעשות/).fill('לשלוח מסמכים')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('checkbox', { name: 'בוצע: לשלוח מסמכים' })).toBeVisible()
  await page.getByRole('button', { name: 'הזדמנות', exact: true }).click()
  const opportunity = page.getByRole('dialog', { name: 'הזדמנות חדשה' })
  await expect.element(opportunity.getByRole('combobox', { name: 'עם מי?' })).toHaveValue(full_name)
  await opportunity.getByRole('button', { name: 'הוספה', exact: true }).click()
  await expect
    .element(page.getByRole('region', { name: /^הזדמנויות/ }).getByRole('link', { name: full_name }))
    .toBeVisible()
  const { data } = await backend.from('opportunities').select('name').eq('contact_id', id).throwOnError()
  expect(data).toEqual([{ name: full_name }])
})

test('deleting a contact also deletes its rows and returns to the list, and undo restores them', async () => {
  const { id, router } = await openContact('owner')
  const opportunity = await addOpportunity({ contact_id: id })
  await page.getByRole('button', { name: 'פעולות נוספות' }).click()
  await page.getByRole('menuitem', { name: 'העברה לסל המיחזור' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/contacts')
  const binned = async () =>
    (await backend.from('opportunities').select('deleted_at').eq('id', opportunity.id).single().throwOnError()).data
  await expect.poll(async () => (await binned()).deleted_at).not.toBeNull()
  await router.navigate(`/crm/contacts/${id}`)
  await expect.element(page.getByText(/^איש הקשר בסל המיחזור/)).toBeVisible()
  await undoLast()
  await expect.element(details).toBeVisible()
  await expect.poll(async () => (await binned()).deleted_at).toBeNull()
})

test.each<[Role, boolean]>([
  ['admin', true],
  ['sales', false],
])('the role %s can delete the contact: %s', async (role, isOffered) => {
  await openContact(role)
  await page.getByRole('button', { name: 'פעולות נוספות' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'איחוד כפולים' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'העברה לסל המיחזור' }).query() !== null).toBe(isOffered)
})

test('the URL of a merged record redirects to the surviving one', async () => {
  const name = uniqueName()
  const [stays, goes] = [await addContact({ last_name: name }), await addContact({ last_name: name })]
  const pair = { winner_id: stays.id, winner_version: stays.version, loser_id: goes.id, loser_version: goes.version }
  await backend.rpc('merge_contacts', pair).throwOnError()
  const { router } = await openScreen(`/crm/contacts/${goes.id}`, 'sales')
  await expect.element(heading).toHaveTextContent(stays.full_name)
  expect(router.state.location.pathname).toBe(`/crm/contacts/${stays.id}`)
})

test('an unknown contact, or one the coach may not see, shows a message', async () => {
  const { id } = await addContact()
  await openScreen(`/crm/contacts/${id}`, 'coach')
  await expect.element(page.getByText('ייתכן שנמחק, או שאין לכם גישה אליו.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'לכל אנשי הקשר' })).toHaveAttribute('href', '/crm/contacts')
})

test('on a phone the three columns are stacked, without horizontal scrolling', async () => {
  await page.viewport(390, 844)
  await openContact('sales', { phone: uniquePhone(), last_name: `${uniqueName()} ${uniqueName()} ${uniqueName()}` })
  await expect.element(page.getByRole('region', { name: 'משימות' })).toBeInTheDocument()
  const tops = [heading, page.getByRole('region', { name: 'משימות' })].map((part) =>
    part.element().getBoundingClientRect(),
  )
  expect(tops[0]!.top).toBeLessThan(tops[1]!.top)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1440, 900)
})

test('on a phone the tab order is head, composer, tasks and opportunities, timeline', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  await openContact('owner', { phone: uniquePhone() })
  await expect.element(page.getByRole('region', { name: 'הזדמנויות' })).toBeVisible()
  await expect.element(page.getByText('איש הקשר נוסף').first()).toBeVisible()
  const first = document.querySelector<HTMLElement>('.record a[href], .record button')!
  const tops = await topsByTab(first, 60)
  const at = (place: string) => {
    const inside = document.querySelector(place)!.getBoundingClientRect()
    return tops.findIndex(({ top }) => top >= inside.top + scrollY && top < inside.bottom + scrollY)
  }
  const order = ['.record__compose', '.record__next', '.record__story'].map(at)
  expect(order.every((place) => place >= 0)).toBe(true)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  // Rows may be vertically centred: so a later tab stop of the same row may have a slightly higher top edge.
  for (const [i, { top, name }] of tops.entries())
    expect(top, `${tops[i - 1]?.name} before ${name}`).toBeGreaterThan((tops[i - 1]?.top ?? 0) - 40)
})

test('on a phone the details of a contact are expanded on demand', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  await openContact('owner')
  await expect.element(details).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'כל הפרטים' }).click()
  await expect.element(details).toBeVisible()
})
