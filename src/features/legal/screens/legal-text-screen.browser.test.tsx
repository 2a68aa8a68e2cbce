import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { monthAndYear } from '#lib/time/dates.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'

const backend = backendAs('owner')
const body = page.getByRole('textbox', { name: 'הנוסח' })
const line = page.getByRole('textbox', { name: 'שורת העדכון' })
const saveDraft = page.getByRole('button', { name: 'שמירת טיוטה' })
const publish = page.getByRole('button', { name: 'פרסום' })
const preview = page.getByRole('region', { name: 'תצוגה מקדימה' })

const readText = async (key: 'terms' | 'disclaimer' | 'privacy') => {
  const { data } = await backend.from('legal_texts').select('*').eq('key', key).single().throwOnError()
  return data
}

test('the preview follows the input, a draft is saved, and the save button is then disabled', async () => {
  await openScreen('/crm/site/legal/disclaimer', 'content')
  await expect.element(saveDraft).toBeDisabled()
  await expect.element(publish).not.toBeInTheDocument()
  const heading = unique('סעיף')
  await body.fill(`### ${heading}\n\n- **חשוב** מאוד\n- [לתנאים](/terms)\n\n{{#mfa}}אימות רב־שלבי{{/mfa}}`)
  await expect.element(preview.getByRole('heading', { name: heading })).toBeVisible()
  await expect.element(preview.getByRole('link', { name: 'לתנאים' })).toHaveAttribute('href', '/terms')
  expect(preview.getByText('חשוב').element().tagName).toBe('STRONG')
  await page.getByRole('button', { name: 'החודש' }).click()
  await expect.element(line).toHaveValue(`עודכן לאחרונה: ${monthAndYear(new Date())}`)
  await saveDraft.click()
  await expect.element(page.getByText(/^הטיוטה נשמרה/)).toBeVisible()
  await expect.element(saveDraft).toBeDisabled()
  await expect.poll(async () => (await readText('disclaimer')).body).toContain(heading)
})

test("a draft that a colleague saved first is never overwritten without the user's choice", async () => {
  await openScreen('/crm/site/legal/terms', 'owner')
  await expect.element(saveDraft).toBeDisabled()
  const before = await readText('terms')
  const [mine, theirs, again] = [unique('שלי'), unique('שלהם'), unique('שוב')]
  await body.fill(mine)
  await backendAs('admin').from('legal_texts').update({ body: theirs }).eq('key', 'terms').throwOnError()
  await saveDraft.click()
  const conflict = page.getByRole('alert').filter({ hasText: /נשמר כאן נוסח אחר/ })
  await expect.element(conflict).toMatchTextContent(/אורן לדוגמה/)
  await expect.element(body).toHaveValue(mine)
  await conflict.getByRole('button', { name: 'שמירת הנוסח שלי' }).click()
  await expect.element(conflict).not.toBeInTheDocument()
  await expect.poll(async () => (await readText('terms')).body).toBe(mine)
  await body.fill(again)
  await backendAs('admin').from('legal_texts').update({ body: theirs }).eq('key', 'terms').throwOnError()
  await saveDraft.click()
  await conflict.getByRole('button', { name: 'הצגת הנוסח שנשמר' }).click()
  await expect.element(body).toHaveValue(theirs)
  await expect.element(saveDraft).toBeDisabled()
  await body.fill(before.body)
  await saveDraft.click()
  await expect.poll(async () => (await readText('terms')).body).toBe(before.body)
})

test('publishing saves the draft first, is refused without a change, and an old version can be restored into the draft', async () => {
  await openScreen('/crm/site/legal/privacy', 'admin')
  await expect.element(saveDraft).toBeDisabled()
  const [first, note] = [unique('נוסח ראשון'), unique('תיקון')]
  const before = await readText('privacy')
  await body.fill(first)
  await publish.click()
  const dialog = page.getByRole('dialog', { name: 'לפרסם את מדיניות פרטיות?' })
  await dialog.getByRole('textbox', { name: /^מה השתנה/ }).fill(note)
  await dialog.getByRole('button', { name: 'פרסום' }).click()
  await expect.element(page.getByText(/^גרסה \d+ באתר$/)).toBeVisible()
  await expect.poll(async () => (await readText('privacy')).body).toBe(first)
  await publish.click()
  await dialog.getByRole('button', { name: 'פרסום' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('הנוסח הזה כבר מפורסם')
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await body.fill('נוסח אחר')
  await page.getByRole('button', { name: 'גרסאות' }).click()
  const history = page.getByRole('dialog', { name: 'הגרסאות שפורסמו' })
  const version = history.getByRole('listitem').first()
  await expect.element(version).toMatchTextContent(note)
  await version.getByRole('button', { name: /^שחזור גרסה/ }).click()
  await expect.element(history).not.toBeInTheDocument()
  await expect.element(body).toHaveValue(first)
  // The restored text equals the saved draft, so there is nothing to save.
  await expect.element(saveDraft).toBeDisabled()
  await backend.from('legal_texts').update({ body: before.body }).eq('key', 'privacy').throwOnError()
})

test('a text with a missing fact cannot be published, and leaving with unsaved text requires confirmation', async () => {
  const { router } = await openScreen('/crm/site/legal/disclaimer', 'owner')
  const { data } = await backend.from('legal_settings').select('dpo_contact').maybeSingle().throwOnError()
  await body.fill('פנו אל {{dpoContact}}')
  if (!data?.dpo_contact) {
    await expect.element(page.getByText(/הממונה על הגנת הפרטיות\./)).toBeVisible()
    await expect.element(publish).toBeDisabled()
  }
  await body.fill('בלי פרטים')
  await expect.element(publish).toBeEnabled()
  void router.navigate('/crm/site/legal')
  await page.getByRole('dialog', { name: 'לצאת בלי לשמור?' }).getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect.element(page.getByRole('region', { name: 'המסמכים המשפטיים' })).toBeVisible()
  await expect.poll(async () => (await readText('disclaimer')).body).not.toBe('בלי פרטים')
})
