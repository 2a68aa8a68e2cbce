import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { chooseTheme } from '#platform/screens/theme-choice.ts'
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

// The one row of the business: each test gives back what it found.
let before: Awaited<ReturnType<typeof read>>
beforeEach(async () => {
  before = await read()
})
afterEach(() => change(before as ProfileChanges))

const field = (label: string) => page.getByLabelText(label, { exact: true })
const save = page.getByRole('button', { name: 'שמירת השינויים' })
const cancel = page.getByRole('button', { name: 'ביטול', exact: true })
const alert = page.getByRole('alert')

test('wrong fields are summed up above the form, which takes the focus and leads to each of them', async () => {
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

test('an address without a scheme is completed, and an empty field is stored as none', async () => {
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

test('a form without a change saves nothing, and says so', async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('שעות פעילות').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('לא היה מה לשמור: שום דבר לא השתנה')).toBeVisible()
})

test('another field that a colleague saved during the edit stays, and mine is saved with it', async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('שעות פעילות').fill('בבקרים')
  await change({ address: 'רחוב אחר 2' }, 'admin')
  await save.click()
  await expect.poll(read).toMatchObject({ hours: 'בבקרים', address: 'רחוב אחר 2' })
  await expect.element(field('כתובת')).toHaveValue('רחוב אחר 2')
})

test('the same field is not overwritten: the note names the colleague and what is written, and takes the focus', async () => {
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

test('cancelling after a conflict leaves what the colleague saved', async () => {
  await renderApp(<Business />, { as: 'owner' })
  await field('שעות פעילות').fill('בבקרים')
  await change({ hours: 'בערבים' }, 'admin')
  await save.click()
  await expect.element(alert).toBeVisible()
  await cancel.click()
  await expect.element(field('שעות פעילות')).toHaveValue('בערבים')
  await expect.element(alert).not.toBeInTheDocument()
})

test('a role that may not change the business is refused in words, and its text stays', async () => {
  await renderApp(<Business />, { as: 'sales' })
  await field('שעות פעילות').fill('בבקרים')
  await save.click()
  await expect.element(page.getByText('אין לכם הרשאה לפעולה הזאת')).toBeVisible()
  await expect.element(field('שעות פעילות')).toHaveValue('בבקרים')
})

const hex = (name: string) => page.getByRole('textbox', { name })
const ratio = (part: string) => page.getByRole('listitem').filter({ hasText: part })

test('a colour is shown in the preview before it is saved, and half a colour is refused without losing the last one', async () => {
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

test('a colour that is too light says that it is darkened, and a good one says nothing', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  const note = page.getByText(/הצבע הראשי בהיר מדי לטקסט לבן/)
  await expect.element(ratio('טקסט על כפתור ראשי')).toMatchTextContent(/:1$/)
  expect(note.elements()).toEqual([])
  await hex('ראשי').fill('#ffe9a8')
  await expect.element(note).toBeVisible()
  await expect.element(ratio('טקסט על כפתור ראשי')).not.toMatchTextContent(/קשה לקריאה/)
})

test('saved colours are lower case, and the default ones are stored as none', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  await hex('משני').fill('#AABBCC')
  await save.click()
  await expect.poll(async () => (await read()).brand_colors).toMatchObject({ secondary: '#aabbcc' })
  // The form begins anew with what was saved.
  await expect.element(hex('משני')).toHaveValue('#aabbcc')
  await page.getByRole('button', { name: 'ברירת מחדל' }).click()
  await save.click()
  await expect.poll(async () => (await read()).brand_colors).toBeNull()
})

async function drawing() {
  const canvas = new OffscreenCanvas(16, 16)
  canvas.getContext('2d')!.fillRect(0, 0, 16, 16)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'logo.png', { type: 'image/png' })
}
const slot = page.getByRole('group', { name: 'לוגו לרקע כהה' })
const chooser = () => slot.element().querySelector<HTMLInputElement>('input[type="file"]')!

test('a picture is stored at once, replaced by name, and its removal is undone', async () => {
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

test('a file that is no picture is refused at its slot, whatever it is called', async () => {
  await renderApp(<Brand />, { as: 'owner' })
  await expect.element(slot).toBeVisible()
  await userEvent.upload(chooser(), new File(['שלום'], 'logo.png', { type: 'image/png' }))
  await expect.element(slot.getByText(/הקובץ אינו תמונה שאפשר להציג/)).toBeVisible()
  await expect.poll(async () => (await read()).logo_dark_url).toBe(before.logo_dark_url)
})

test('the menu shows the logo for the theme that is on', async () => {
  onTestFinished(() => chooseTheme('light'))
  const logo = `/storage/v1/object/public/business-logos/${profileOf}/${crypto.randomUUID()}.png`
  await change({ logo_dark_url: logo } as ProfileChanges)
  await openScreen('/crm/settings', 'owner')
  const menu = page.getByRole('complementary', { name: 'ניווט במערכת' })
  await expect.element(menu.getByRole('link').first()).toBeVisible()
  chooseTheme('dark')
  await expect.element(menu.getByRole('img')).toHaveAttribute('src', logo)
})
