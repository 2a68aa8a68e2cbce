import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountOf, backendAs, openScreen } from '../../../../../test/browser/render.tsx'
import { brokenPng, pngFile } from '../../../../../test/browser/png.ts'
import { unique } from '../../../../../test/browser/unique.ts'
import { undoLast } from '../../../../../test/browser/undo-last.ts'

const backend = backendAs('content')
const own = { user_id: accountOf('content').session.user.id }
const name = page.getByRole('textbox', { name: 'שם מלא' })
const signature = page.getByRole('textbox', { name: /^חתימה/ })
const save = page.getByRole('button', { name: 'שמירת השינויים' })
const readProfile = async () => {
  const { data } = await backend.from('staff_profiles').select('*').match(own).single().throwOnError()
  return data
}

test("a save over a newer version is refused once, and the retry preserves the other window's changes", async () => {
  await openScreen('/crm/settings?tab=profile', 'content')
  await expect.element(name).toBeVisible()
  const own_name = (name.element() as HTMLInputElement).value
  await name.fill('א')
  await save.click()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill(own_name)
  const words = unique('בברכה')
  await signature.fill(words)
  await save.click()
  await expect.element(page.getByText('הפרטים שלכם נשמרו')).toBeVisible()
  await expect.poll(() => readProfile()).toMatchObject({ signature: words, full_name: own_name })
  await backend.from('staff_profiles').update({ signature: 'מחלון אחר' }).match(own).throwOnError()
  await page.getByLabelText('לשון הפנייה אליכם').selectOptions('f')
  await save.click()
  await expect.element(page.getByText(/^הפרטים נשמרו בינתיים בחלון אחר/)).toBeVisible()
  await expect.poll(async () => (await readProfile()).gender_form).toBe('neutral')
  await save.click()
  await expect.poll(async () => (await readProfile()).gender_form).toBe('f')
  await expect.poll(async () => (await readProfile()).signature).toBe('מחלון אחר')
  await backend.from('staff_profiles').update({ signature: '', gender_form: 'neutral' }).match(own).throwOnError()
})

test('an invalid image is refused below the button, and a photo is shown, removed and restored by undo', async () => {
  await openScreen('/crm/settings?tab=profile', 'content')
  await expect.element(name).toBeVisible()
  const input = page.elementLocator(document.querySelector('input[type=file]')!)
  await userEvent.upload(input, brokenPng())
  await expect.element(page.getByText(/תמונה/).nth(2)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'העלאת תמונה' })).toBeEnabled()
  await userEvent.upload(input, await pngFile())
  await expect.element(page.getByText('התמונה עודכנה')).toBeVisible()
  await page.getByRole('button', { name: 'הסרה' }).click()
  await expect.element(page.getByRole('button', { name: 'העלאת תמונה' })).toBeVisible()
  await expect.poll(async () => (await readProfile()).photo_path).toBeNull()
  await undoLast()
  await expect.element(page.getByRole('button', { name: 'הסרה' })).toBeVisible()
  await backend.from('staff_profiles').update({ photo_path: null }).match(own).throwOnError()
})
