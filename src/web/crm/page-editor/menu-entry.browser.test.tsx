import { afterAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { invoke } from '#client/invoke.ts'
import { readBlocks } from '#platform/pages/blocks.ts'
import { frame as defaultFrame } from '#platform/pages/content/frame.ts'
import { readOpenedPage } from '#platform/pages/editing.data.ts'
import { framePath, type PageSaved } from '#platform/pages/pages.ts'
import { uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const backend = () => backendAs('content')
const message = page.getByRole('region', { name: 'הודעות' })
const choice = page.getByRole('checkbox', { name: 'להוסיף לתפריט האתר עם הפרסום' })
const publishButton = page.getByRole('button', { name: 'פרסום', exact: true })
const more = page.getByRole('button', { name: 'עוד', exact: true })

const readFrame = async () => (await readOpenedPage(backend(), framePath))!
/** The published menu, as text. */
async function shownMenu() {
  const { blocks, newest_id, published_version_id } = await readFrame()
  expect(newest_id, 'the menu has no unpublished changes').toBe(published_version_id)
  return JSON.stringify(blocks)
}

async function setMenu(list: { words: string; href: string }[]) {
  const { blocks: stored, version, published_version_id: seenPublishedId } = await readFrame()
  const blocks = readBlocks(stored).map((block) => (block.kind === 'menu' ? { ...block, content: { list } } : block))
  const saved = await invoke<PageSaved>(backend(), 'save-page', { path: framePath, blocks, seenVersion: version })
  await invoke(backend(), 'publish-page', { path: framePath, versionId: saved.id, seenPublishedId })
}
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ words: `קישור ${at + 1}`, href: `/about?at=${at}` }))

beforeEach(() => setMenu(links(3)))
afterAll(() => setMenu(defaultFrame.blocks.flatMap(({ kind, content }) => (kind === 'menu' ? content.list : []))))

async function openNewPage(label: string) {
  const slug = `menu-${crypto.randomUUID().slice(0, 8)}`
  await invoke(backend(), 'add-page', { label, slug, layout: 'landing', template: 'empty' })
  const screen = await openScreen(`/crm/site/pages/${slug}`, 'content')
  await expect.element(publishButton).toBeEnabled()
  return { ...screen, path: `/${slug}` }
}

test('a page is added to the menu on publication, removed with one click, and can be added again', async () => {
  const label = `סדנת ${uniqueName()}`
  const { path } = await openNewPage(label)
  await expect.element(page.getByText(`בתפריט ייכתב: ${label}`)).toBeVisible()
  await choice.click()
  await publishButton.click()
  await expect.element(message).toMatchTextContent('נוסף גם קישור בתפריט האתר')
  await expect.poll(shownMenu).toContain(`{"href":"${path}","words":"${label}"}`)
  await expect.element(choice).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'הסרה מהתפריט' }).click()
  await expect.element(message).toMatchTextContent('העמוד הוסר מתפריט האתר')
  expect(await shownMenu()).not.toContain(path)
  expect((await readOpenedPage(backend(), path))!.published_version_id).not.toBeNull()

  await more.click()
  await page.getByRole('menuitem', { name: 'הוספה לתפריט האתר' }).click()
  await expect.element(message).toMatchTextContent('העמוד נוסף לתפריט האתר')
  expect(await shownMenu()).toContain(path)
})

test('a page published without the menu option is not in the menu', async () => {
  const { path } = await openNewPage(`עמוד ${uniqueName()}`)
  await expect.element(choice).not.toBeChecked()
  await publishButton.click()
  await expect.element(message).toMatchTextContent('העמוד מפורסם, ומבקרים רואים אותו מעכשיו')
  expect(await shownMenu()).not.toContain(path)
})

test('a full menu offers no choice and shows the reason, with a link to its editor', async () => {
  await setMenu(links(7))
  const { router } = await openNewPage(`עמוד ${uniqueName()}`)
  await expect.element(page.getByText(/^תפריט האתר מלא: יש בו כבר 7 קישורים/)).toBeVisible()
  expect(choice.query()).toBeNull()
  await page.getByRole('link', { name: 'תפריט ותחתית' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/site/pages/everywhere-menu')
})

test('a page with unsaved edits is not moved, and after a save it is', async () => {
  const { path, router } = await openNewPage(`עמוד ${uniqueName()}`)
  const settings = page.getByRole('dialog', { name: 'הגדרות העמוד' })
  const address = settings.getByLabelText(/^הכתובת/)
  const openSettings = async () => {
    await more.click()
    await page.getByRole('menuitem', { name: 'שם, כתובת ומסגרת' }).click()
    await expect.element(address).toBeVisible()
  }
  const blocks = page.getByRole('region', { name: 'מקטעים' })
  await blocks.getByRole('button', { expanded: false }).first().click()
  await page
    .getByLabelText(/^הכותרת/)
    .first()
    .fill(`כותרת ${uniqueName()}`)
  await expect.element(page.getByRole('button', { name: 'שמירת טיוטה' })).toBeEnabled()
  await openSettings()
  await expect.element(address).toBeDisabled()
  await expect.element(settings.getByText('כדי לשנות את הכתובת, קודם שומרים את הטיוטה')).toBeVisible()

  await settings.getByRole('button', { name: 'חזרה' }).click()
  await page.getByRole('button', { name: 'שמירת טיוטה' }).click()
  await expect.element(message).toMatchTextContent('הטיוטה נשמרה')
  await openSettings()
  await address.fill(`${path.slice(1)}-moved`)
  await settings.getByRole('button', { name: 'שמירה' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/crm/site/pages${path}-moved`)
})

test('the schedule dialog of a page states that the chosen menu link is not scheduled', async () => {
  await openNewPage(`עמוד ${uniqueName()}`)
  await choice.click()
  await more.click()
  await page.getByRole('menuitem', { name: 'תזמון הפרסום' }).click()
  const dialog = page.getByRole('dialog', { name: 'מתי העמוד יפורסם?' })
  await expect.element(dialog.getByText(/^הקישור בתפריט אינו מתוזמן/)).toBeVisible()
})
