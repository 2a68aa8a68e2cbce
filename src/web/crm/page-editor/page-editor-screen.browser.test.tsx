import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { invoke } from '#client/invoke.ts'
import type { Role } from '#platform/accounts/roles.ts'
import { readOpenedPage } from '#platform/pages/editing.data.ts'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

// The page edited by these tests only.
const path = '/about'
const message = page.getByRole('region', { name: 'הודעות' })
const saveButton = page.getByRole('button', { name: 'שמירת טיוטה' })
const blocks = page.getByRole('region', { name: 'מקטעים' })
const title = page.getByLabelText(/^הכותרת/).first()
const conflict = page.getByRole('dialog', { name: /נשמרה גרסה חדשה בזמן שערכתם/ })
const heads = () => [...document.querySelectorAll('.blocks__open')]

const stored = async () => (await readOpenedPage(backendAs('owner'), path))!
const save = async (as: Role, change: (texts: string) => string) => {
  const { blocks: now, version } = await stored()
  const changed: unknown = JSON.parse(change(JSON.stringify(now)))
  await invoke(backendAs(as), 'save-page', { path, blocks: changed, seenVersion: version })
}

let planted = ''
beforeEach(async () => {
  planted ||= JSON.stringify((await stored()).blocks)
  await save('owner', () => planted)
})

async function openEditor(as: Role = 'content') {
  const screen = await openScreen('/crm/site/pages/about', as)
  await expect.element(saveButton).toBeVisible()
  return screen
}
async function openFirstBlock() {
  await blocks.getByRole('button', { expanded: false }).first().click()
  await expect.element(title).toBeVisible()
  return (title.element() as HTMLInputElement).value
}

test('an edit is unsaved until Ctrl+S, and repeated presses save once', async () => {
  await openEditor()
  await expect.element(saveButton).toBeDisabled()
  await openFirstBlock()
  const text = `כסף בבית ${uniqueName()}`
  await title.fill(text)
  await expect.element(saveButton).toBeEnabled()
  const { version } = await stored()
  const held = holdNextRequest('/functions/v1/save-page')
  await userEvent.keyboard('{Control>}ss{/Control}')
  await held.sent
  await expect.element(page.getByRole('button', { name: 'שומרים' })).toBeVisible()
  held.release()
  await expect.element(message).toMatchTextContent('הטיוטה נשמרה')
  await expect.element(saveButton).toBeDisabled()
  await expect.poll(() => stored()).toMatchObject({ version: version + 1 })
  await expect.poll(async () => JSON.stringify((await stored()).blocks)).toContain(text)
})

test('Ctrl+Z undoes an edit outside text fields, and the button does so anywhere', async () => {
  await openEditor()
  const before = heads().length
  await page.getByRole('button', { name: 'הוספת מקטע' }).click()
  const dialog = page.getByRole('dialog', { name: 'מקטע חדש' })
  await dialog.getByLabelText('חיפוש מקטע').fill('אין מקטע כזה')
  await expect.element(dialog.getByText('אין מקטע כזה. נסו מילה אחרת.')).toBeVisible()
  await dialog.getByLabelText('חיפוש מקטע').fill('פסקאות')
  await dialog.getByRole('button', { name: /^פסקאות/ }).click()
  await expect.poll(() => heads().length).toBe(before + 1)
  // In a text field the shortcut belongs to the field.
  await page
    .getByLabelText(/^הטקסט/)
    .first()
    .click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(page.getByLabelText(/^הטקסט/).first()).toHaveFocus()
  expect(heads().length).toBe(before + 1)
  ;(heads().at(-1) as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(() => heads().at(-2)?.textContent).toContain('פסקאות')
  await expect.poll(() => document.activeElement?.textContent).toContain('פסקאות')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => heads().at(-1)?.textContent).toContain('פסקאות')
  await page.getByRole('button', { name: 'ביטול הצעד האחרון' }).click()
  await expect.poll(() => heads().length).toBe(before)
  await expect.element(page.getByRole('button', { name: 'ביטול הצעד האחרון' })).toBeDisabled()
  await expect.element(saveButton).toBeDisabled()
})

test('a missing text is shown at its field and not saved, and the preview is not updated until it is valid', async () => {
  await openEditor()
  await openFirstBlock()
  await title.fill('')
  await expect.element(page.getByText('התצוגה תתעדכן כשכל השדות יהיו תקינים')).toBeVisible()
  const { version } = await stored()
  await saveButton.click()
  await expect.element(blocks.getByText('שדה חובה').first()).toBeVisible()
  await expect.element(blocks.getByText('יש כאן שדה לתיקון').first()).toBeInTheDocument()
  await expect.poll(async () => (await stored()).version).toBe(version)
})

test("a colleague's change of another block is merged with the local edit", async () => {
  await openEditor()
  const before = await openFirstBlock()
  await title.fill(`${before} שלי`)
  await save('admin', (texts) => texts.replace(/([^]*)"title":"/, '$1"title":"של אורן '))
  await saveButton.click()
  await expect.element(conflict).toMatchTextContent('אורן לדוגמה')
  await expect.element(conflict).toMatchTextContent('לא נגעתם באותם מקטעים: אפשר לשמור את שני השינויים יחד.')
  await conflict.getByRole('button', { name: 'שמירה של שניהם' }).click()
  await expect.element(message).toMatchTextContent('שני השינויים נשמרו יחד')
  const texts = JSON.stringify((await stored()).blocks)
  expect(texts).toContain(`${before} שלי`)
  expect(texts).toContain('של אורן ')
})

test('a colleague’s version is announced, and conflicting blocks are resolved by choice', async () => {
  await untilSubscribed(await openEditor())
  const before = await openFirstBlock()
  await title.fill('הכותרת שלי')
  await save('admin', (texts) => texts.replace(before, 'הכותרת של אורן'))
  await expect.element(page.getByText(/^העמוד נשמר על ידי מישהו אחר/)).toBeVisible()
  await saveButton.click()
  await expect.element(conflict.getByRole('radio', { name: /^שלכם/ })).toBeChecked()
  await conflict.getByRole('radio', { name: /^שלהם/ }).click()
  await conflict.getByRole('button', { name: 'שמירת הבחירה' }).click()
  await expect.element(title).toHaveValue('הכותרת של אורן')
  await expect.element(page.getByText(/^העמוד נשמר על ידי מישהו אחר/)).not.toBeInTheDocument()
})

test('a failed save preserves the edit, and leaving asks for confirmation', async () => {
  const { router } = await openEditor()
  await openFirstBlock()
  await title.fill('עוד לא נשמר')
  loseNextRequest('/functions/v1/save-page')
  await saveButton.click()
  await expect.element(message).toMatchTextContent('העמוד לא נשמר')
  await page.getByRole('link', { name: 'לכל העמודים' }).click()
  const question = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect.element(title).toHaveValue('עוד לא נשמר')
  await page.getByRole('link', { name: 'לכל העמודים' }).click()
  await question.getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/site')
})

test('publishing saves pending edits first, and a page can be unpublished and published again', async () => {
  await openEditor('owner')
  await openFirstBlock()
  const text = `מפורסם ${uniqueName()}`
  await title.fill(text)
  const publish = page.getByRole('button', { name: 'פרסום', exact: true })
  await publish.click()
  await expect.element(message).toMatchTextContent('העמוד מפורסם, ומבקרים רואים אותו מעכשיו')
  await expect.element(publish).toBeDisabled()
  const { published_version_id, newest_id } = await stored()
  expect(published_version_id).toBe(newest_id)
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'הסרה מהאתר' }).click()
  await expect.element(message).toMatchTextContent('העמוד הוסר מהאתר')
  await expect.poll(async () => (await stored()).published_version_id).toBeNull()
  await page.getByRole('button', { name: 'החזרה' }).click()
  await expect.poll(async () => (await stored()).published_version_id).toBe(newest_id)
})

test('a link to a post that is not published is warned about at its field, before publishing and before scheduling', async () => {
  const href = `/blog/${crypto.randomUUID()}`
  const links = { title: '', list: [{ words: 'למאמר', href }], ground: 'plain' }
  await save('owner', (texts) =>
    JSON.stringify([...(JSON.parse(texts) as unknown[]), { id: 'links', kind: 'buttons', content: links }]),
  )
  await openEditor('owner')
  const warning = 'אין עכשיו עמוד מפורסם בכתובת הזאת, והקישור יוביל להודעה שהעמוד לא נמצא'
  ;(heads().at(-1) as HTMLElement).click()
  await expect.element(blocks.getByText(warning)).toBeInTheDocument()
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'יש קישורים בלי עמוד מפורסם' })
  await expect.element(dialog.getByText(href)).toBeVisible()
  await expect.element(dialog.getByText(warning)).toBeVisible()
  await dialog.getByRole('button', { name: 'חזרה לתיקון' }).click()
  expect((await stored()).published_version_id).not.toBe((await stored()).newest_id)
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'תזמון הפרסום' }).click()
  await expect.element(dialog.getByText(warning)).toBeVisible()
  await dialog.getByRole('button', { name: 'תזמון בכל זאת' }).click()
  await expect.element(page.getByRole('dialog', { name: 'מתי העמוד יפורסם?' })).toBeVisible()
})

test('on a phone either the blocks or the preview is shown', async () => {
  await page.viewport(390, 844)
  await openEditor()
  await expect.element(page.getByRole('button', { name: 'עריכה', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(blocks).toBeVisible()
  await page.getByRole('button', { name: 'תצוגה', exact: true }).click()
  await expect.element(blocks).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1440, 900)
})

test('an unknown path links to the list of pages', async () => {
  await openScreen('/crm/site/pages/no-such-page', 'content')
  await expect.element(page.getByText('אין עמוד כזה')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'לכל העמודים' })).toHaveAttribute('href', '/crm/site')
})

test("the editor links to the page's SEO title and share image", async () => {
  const { router } = await openEditor()
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  const toHead = page.getByRole('menuitem', { name: 'כותרת בגוגל וכרטיס שיתוף' })
  await expect.element(toHead).toHaveAttribute('href', '/crm/seo-manager/page?path=%2Fabout')
  await toHead.click()
  await expect
    .poll(() => router.state.location)
    .toMatchObject({ pathname: '/crm/seo-manager/page', search: '?path=%2Fabout' })
})
