import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { chooseTheme } from '#platform/screens/theme-choice.ts'
import { hasUnsaved } from '#ui/forms/unsaved.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { accountOf, backendAs, openScreen, renderApp } from '../../../../test/browser/render.tsx'
import { type ProfileChanges } from '../profile-changes.ts'
import { BrandTab } from './brand-tab.tsx'
import { BusinessTab } from './business-tab.tsx'

const Business = () => <BusinessTab staffName={useStaffName()} />
const Brand = () => <BrandTab staffName={useStaffName()} />

const owner = backendAs('owner')
const profileOf = accountOf('owner').session.user.id
const columns = 'hours, product_name, address, login_url, socials, brand_colors, logo_dark_url'

async function read() {
  const { data } = await owner
    .from('business_profiles')
    .select(columns)
    .eq('user_id', profileOf)
    .single()
    .throwOnError()
  return data
}
const change = (changes: ProfileChanges, as: 'owner' | 'admin' = 'owner') =>
  backendAs(as).from('business_profiles').update(changes).eq('user_id', profileOf).throwOnError()

// All tests share the single profile row: each test restores it.
let before: Awaited<ReturnType<typeof read>>
beforeEach(async () => {
  before = await read()
})
afterEach(() => change(before as ProfileChanges))

const field = (label: string) => page.getByLabelText(label, { exact: true })
const save = page.getByRole('button', { name: 'שמירת השינויים' })
const cancel = page.getByRole('button', { name: 'ביטול', exact: true })
const alert = page.getByRole('alert')

test('invalid fields are listed in a summary above the form, which takes the focus and links to each field', async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('מספר חברה').fill('123456789')
  await field('דוא״ל').fill('noa@')
  await save.click()
  await expect.element(alert).toMatchTextContent(/יש שני שדות לתיקון/)
  await expect.element(alert).toHaveFocus()
  await page.getByRole('link', { name: /^מספר חברה: מספר החברה אינו תקין/ }).click()
  await expect.element(field('מספר חברה')).toHaveFocus()
  await expect.poll(async () => (await read()).hours).toBe(before.hours)
})

test('a URL without a scheme is completed, and an empty field is stored as null', async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('קישור לאזור האישי').fill('app.example.com/login')
  await field('LinkedIn').fill('linkedin.com/company/a')
  await field('שם התוכנית').fill('  ')
  await save.click()
  await expect.element(page.getByText('פרופיל העסק עודכן בהצלחה')).toBeVisible()
  await expect.element(field('קישור לאזור האישי')).toHaveValue('https://app.example.com/login')
  await expect
    .poll(() => read())
    .toMatchObject({
      login_url: 'https://app.example.com/login',
      product_name: null,
      socials: { ...before.socials, linkedin: 'https://linkedin.com/company/a' },
    })
})

test('saving an unchanged form sends no request and shows that nothing changed', async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('שעות פעילות').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('לא היה מה לשמור: שום דבר לא השתנה')).toBeVisible()
})

test("a colleague's concurrent change of another field is preserved by the save", async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('שעות פעילות').fill('בבקרים')
  await change({ address: 'רחוב אחר 2' }, 'admin')
  await save.click()
  await expect.poll(read).toMatchObject({ hours: 'בבקרים', address: 'רחוב אחר 2' })
  await expect.element(field('כתובת')).toHaveValue('רחוב אחר 2')
})

test('a concurrent change of the same field is not overwritten: the conflict message names the colleague and the stored value, and takes the focus', async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('שעות פעילות').fill('בבקרים')
  await change({ hours: 'בערבים' }, 'admin')
  await save.click()
  await expect.element(alert).toMatchTextContent(/בידי אורן לדוגמה.*שעות פעילות: בערבים/)
  await expect.element(alert).toHaveFocus()
  await expect.element(field('שעות פעילות')).toHaveValue('בבקרים')
  await expect.poll(async () => (await read()).hours).toBe('בערבים')
  await save.click()
  await expect.poll(async () => (await read()).hours).toBe('בבקרים')
  await expect.element(alert).not.toBeInTheDocument()
})

test('text typed during a save remains, and the other fields show the saved values', async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('קישור לאזור האישי').fill('app.example.com/login')
  await change({ address: 'רחוב אחר 3' }, 'admin')
  const held = holdNextRequest('PATCH /rest/v1/business_profiles')
  await save.click()
  await held.sent
  await field('שעות פעילות').fill('בבקרים')
  held.release()
  await expect.element(page.getByText('פרופיל העסק עודכן בהצלחה')).toBeVisible()
  await expect.element(field('קישור לאזור האישי')).toHaveValue('https://app.example.com/login')
  await expect.element(field('כתובת')).toHaveValue('רחוב אחר 3')
  await expect.element(field('שעות פעילות')).toHaveValue('בבקרים')
  await save.click()
  await expect.poll(read).toMatchObject({ hours: 'בבקרים', address: 'רחוב אחר 3' })
})

test("cancelling after a conflict preserves the colleague's change", async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('שעות פעילות').fill('בבקרים')
  await change({ hours: 'בערבים' }, 'admin')
  await save.click()
  await expect.element(alert).toBeVisible()
  await cancel.click()
  await expect.element(field('שעות פעילות')).toHaveValue('בערבים')
  await expect.element(alert).not.toBeInTheDocument()
})

test('a role without update rights gets an error message, and its text is preserved', async () => {
  await renderApp(<Business />, { as: 'sales' })
  await field('שעות פעילות').fill('בבקרים')
  await save.click()
  await expect.element(page.getByText('אין לכם הרשאה לפעולה הזאת')).toBeVisible()
  await expect.element(field('שעות פעילות')).toHaveValue('בבקרים')
})

const hex = (name: string) => page.getByRole('textbox', { name })
const ratio = (part: string) => page.getByRole('listitem').filter({ hasText: part })

test('a colour is previewed before it is saved, and an incomplete colour is refused and leaves the preview unchanged', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  const shown = () => document.querySelector<HTMLElement>('.brand__small')!.style.getPropertyValue('--brand-primary')
  await hex('ראשי').fill('224488')
  await expect.element(hex('ראשי')).toHaveValue('#224488')
  await expect.poll(shown).toBe('#224488')
  await hex('ראשי').fill('#2244')
  await expect.element(hex('ראשי')).toHaveAccessibleDescription(/יש להזין צבע בן שש ספרות/)
  expect(shown()).toBe('#224488')
  await save.click()
  await expect.element(hex('ראשי')).toHaveFocus()
  await expect.poll(async () => (await read()).brand_colors).toEqual(before.brand_colors)
})

test('a colour that is too light shows a hint that it is darkened, and a dark colour shows none', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  const note = page.getByText(/הצבע הראשי בהיר מדי לטקסט לבן/)
  await expect.element(ratio('טקסט על כפתור ראשי')).toMatchTextContent(/:1$/)
  expect(note.elements()).toEqual([])
  await hex('ראשי').fill('#ffe9a8')
  await expect.element(note).toBeVisible()
  await expect.element(ratio('טקסט על כפתור ראשי')).not.toMatchTextContent(/קשה לקריאה/)
})

test('saved colours are lower case, and default colours are stored as null', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  await hex('משני').fill('#AABBCC')
  await save.click()
  await expect.poll(async () => (await read()).brand_colors).toMatchObject({ secondary: '#aabbcc' })
  // The form is reset to the saved values.
  await expect.element(hex('משני')).toHaveValue('#aabbcc')
  await page.getByRole('button', { name: 'ברירת מחדל' }).click()
  await save.click()
  await expect.poll(async () => (await read()).brand_colors).toBeNull()
})

test('a colour typed during a save remains', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  await hex('משני').fill('#112233')
  const held = holdNextRequest('PATCH /rest/v1/business_profiles')
  await save.click()
  await held.sent
  await hex('משני').fill('#445566')
  held.release()
  await expect.element(page.getByText('פרופיל העסק עודכן בהצלחה')).toBeVisible()
  await expect.element(hex('משני')).toHaveValue('#445566')
  expect((await read()).brand_colors).toMatchObject({ secondary: '#112233' })
})

test('colours whose save failed are still unsaved', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  await hex('משני').fill('#112233')
  loseNextRequest('PATCH /rest/v1/business_profiles')
  await save.click()
  await expect.element(page.getByText(/אין חיבור לשרת/)).toBeVisible()
  await expect.element(save).toBeVisible()
  expect(hasUnsaved('link')).toBe(true)
})

async function drawing() {
  const canvas = new OffscreenCanvas(16, 16)
  canvas.getContext('2d')!.fillRect(0, 0, 16, 16)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'logo.png', { type: 'image/png' })
}
const slot = page.getByRole('group', { name: 'לוגו לרקע כהה' })
const chooser = () => slot.element().querySelector<HTMLInputElement>('input[type="file"]')!

test('an image is stored immediately, its replacement is announced by name, and its removal can be undone', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  await expect.element(slot.getByText('אפשר לגרור תמונה לכאן')).toBeVisible()
  await userEvent.upload(chooser(), await drawing())
  await expect.element(slot.getByRole('img', { name: 'לוגו לרקע כהה' })).toBeVisible()
  await expect.element(page.getByText('הלוגו הכהה הועלה ועודכן בהצלחה')).toBeVisible()
  await expect.element(slot.getByRole('button', { name: 'החלפה: לוגו לרקע כהה' })).toBeVisible()
  await slot.getByRole('button', { name: 'הסרה: לוגו לרקע כהה' }).click()
  await expect.element(slot.getByRole('img')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'ביטול ההסרה' }).click()
  await expect.element(slot.getByRole('img')).toBeVisible()
})

test('a file that is not an image is refused at its slot, whatever its name', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  await expect.element(slot).toBeVisible()
  await userEvent.upload(chooser(), new File(['שלום'], 'logo.png', { type: 'image/png' }))
  await expect.element(slot.getByText(/הקובץ אינו תמונה שאפשר להציג/)).toBeVisible()
  await expect.poll(async () => (await read()).logo_dark_url).toBe(before.logo_dark_url)
})

test('the menu shows the logo variant of the active theme', async () => {
  onTestFinished(() => chooseTheme('light'))
  const logo = `/storage/v1/object/public/business-logos/${profileOf}/${crypto.randomUUID()}.png`
  await change({ logo_dark_url: logo } as ProfileChanges)
  await openScreen('/crm/settings', 'owner')
  const menu = page.getByRole('complementary', { name: 'ניווט במערכת' })
  await expect.element(menu.getByRole('link').first()).toBeVisible()
  chooseTheme('dark')
  await expect.element(menu.getByRole('img')).toHaveAttribute('src', logo)
})
