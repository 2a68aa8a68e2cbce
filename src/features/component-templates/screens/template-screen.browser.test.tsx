import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { invoke } from '#client/invoke.ts'
import { kindOf } from '#platform/pages/blocks.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import type { TemplateSaved } from '../component-templates.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const nameField = page.getByRole('textbox', { name: 'שם התבנית' })
const save = page.getByRole('button', { name: 'שמירה', exact: true })

/** A template of kind closing, which requires only a title. */
async function addTemplate(known: { id?: string; seenVersion?: number; name?: string; title?: string } = {}) {
  const { id = null, seenVersion = 0, name = unique('תבנית'), title = unique('כותרת') } = known
  const content = { ...(kindOf('closing').blank as object), title }
  const saved = await invoke<TemplateSaved>(backend, 'save-template', {
    id,
    name,
    kind: 'closing',
    content,
    seenVersion,
  })
  return { ...saved, name, title }
}
const readTemplate = async (id: string) => {
  const { data } = await backend
    .from('component_templates')
    .select('name, version, deleted_at')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

test('templates can be searched, and undo restores a removed template', async () => {
  const template = await addTemplate()
  await openScreen('/admin/component-templates', 'admin')
  const link = page.getByRole('link', { name: new RegExp(template.name) })
  await expect.element(link).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'חיפוש בספרייה' })
  await search.fill('אין מילה כזאת')
  await expect.element(page.getByText('אין תבנית כזאת.')).toBeVisible()
  await expect.element(page.getByText('אין סוג כזה. נסו מילה אחרת.')).toBeVisible()
  await search.fill(template.title)
  await expect.element(link).toBeVisible()
  await page.getByRole('button', { name: `פעולות: ${template.name}` }).click()
  await page.getByRole('menuitem', { name: 'הסרה מהספרייה' }).click()
  await expect.element(link).not.toBeInTheDocument()
  await expect.poll(async () => (await readTemplate(template.id)).deleted_at).not.toBeNull()
  await undoLast()
  await expect.element(link).toBeVisible()
})

test('a duplicate name is refused at its field, Ctrl+S saves, and the save button is then disabled', async () => {
  const [template, other] = [await addTemplate(), await addTemplate()]
  await openScreen(`/admin/component-templates/${template.id}`, 'admin')
  await expect.element(save).toBeDisabled()
  await nameField.fill(other.name)
  await save.click()
  await expect.element(nameField).toHaveAttribute('aria-invalid', 'true')
  await nameField.fill('')
  await save.click()
  await expect.element(nameField).toHaveAccessibleDescription(/שדה חובה/)
  const renamed = unique('אחר')
  await nameField.fill(renamed)
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText('התבנית נשמרה בספרייה')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await expect.poll(() => readTemplate(template.id)).toMatchObject({ name: renamed, version: 2 })
})

test("after a colleague's save, a template is overwritten or replaced only by the user's choice", async () => {
  const template = await addTemplate()
  await openScreen(`/admin/component-templates/${template.id}`, 'admin')
  const [mine, theirs, again] = [unique('שלי'), unique('שלהם'), unique('שוב')]
  await nameField.fill(mine)
  await addTemplate({ id: template.id, seenVersion: 1, name: theirs })
  await save.click()
  await expect.element(dialog).toMatchTextContent(/הגרסה שלהם, מספר 2/)
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(nameField).toHaveValue(mine)
  await save.click()
  await dialog.getByRole('button', { name: 'שמירת מה שכתבתי' }).click()
  await expect.poll(async () => (await readTemplate(template.id)).name).toBe(mine)
  await addTemplate({ id: template.id, seenVersion: 3, name: theirs })
  await nameField.fill(again)
  await save.click()
  await dialog.getByRole('button', { name: 'מעבר לגרסה שלהם' }).click()
  await expect.element(nameField).toHaveValue(theirs)
  await expect.element(save).toBeDisabled()
})

test('an earlier version is restored into the form and saved as a new version', async () => {
  const template = await addTemplate()
  await addTemplate({ id: template.id, seenVersion: 1, name: unique('חדשה') })
  await openScreen(`/admin/component-templates/${template.id}`, 'admin')
  await page.getByRole('button', { name: 'גרסאות' }).click()
  await expect.element(dialog.getByText('מה שכתוב עכשיו')).toBeVisible()
  await dialog.getByRole('button', { name: 'חזרה לגרסה 1' }).click()
  await expect.element(nameField).toHaveValue(template.name)
  await save.click()
  await expect.poll(() => readTemplate(template.id)).toMatchObject({ name: template.name, version: 3 })
})

test('a new template opens with its kind, and gets its own URL on the first save', async () => {
  const { router } = await openScreen('/admin/component-templates/new?kind=closing', 'admin')
  await expect.element(nameField).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'גרסאות' })).not.toBeInTheDocument()
  await nameField.fill(unique('ראשונה'))
  await page.getByRole('textbox', { name: 'הכותרת' }).first().fill('נתחיל')
  await save.click()
  await expect.poll(() => router.state.location.pathname).toMatch(/component-templates\/[0-9a-f-]{36}$/)
  await expect.element(page.getByRole('button', { name: 'גרסאות' })).toBeVisible()
})

test('leaving the editor with unsaved text requires confirmation, and cancelling preserves the text', async () => {
  const template = await addTemplate()
  const { router } = await openScreen(`/admin/component-templates/${template.id}`, 'admin')
  const typed = unique('לא נשמר')
  await nameField.fill(typed)
  await expect.element(save).toBeEnabled()
  await page.getByRole('link', { name: 'לספריית המקטעים' }).click()
  const question = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect.element(nameField).toHaveValue(typed)
  await page.getByRole('link', { name: 'לספריית המקטעים' }).click()
  await question.getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/component-templates')
})
