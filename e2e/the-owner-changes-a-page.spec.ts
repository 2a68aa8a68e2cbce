import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

const editor = '/crm/site/pages/about'

/** Opens the block with the heading of the page. */
async function openFirstBlock(page: Page) {
  const first = page.locator('.blocks__open').first()
  if ((await first.getAttribute('aria-expanded')) === 'false') await first.click()
  return page.getByLabel(/^הכותרת/)
}

test('the owner edits a page, previews it, publishes it, and restores the former version', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 1440, height: 900 } })
  await signIn(page, 'owner', '/crm/site')
  await page.getByRole('link', { name: 'אודות', exact: true }).click()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
  const before = await preview.getByRole('heading', { level: 1 }).innerText()

  const title = await openFirstBlock(page)
  await title.fill('')
  await page.keyboard.press('Tab')
  await expect(page.getByText('שדה חובה').first()).toBeVisible()
  await expect(page.getByText('התצוגה תתעדכן כשכל השדות יהיו תקינים')).toBeVisible()
  await title.fill('כסף בבית, בנחת')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('כסף בבית, בנחת')
  await expectAccessible(page)

  // The same heading is edited in the preview itself.
  await preview.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' ובשקט')
  await expect(title).toHaveValue('כסף בבית, בנחת ובשקט')
  await page.keyboard.press('Enter')
  await expect(preview.locator('[contenteditable]')).toHaveCount(0)

  // A block is added, moved by keyboard and deleted; each step can be undone.
  await page.getByRole('button', { name: 'הוספת מקטע' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^פסקאות/ }).click()
  await page.getByLabel('הטקסט').fill('**שקט** מתחיל [כאן](/contact).')
  await expect(preview.locator('strong', { hasText: 'שקט' })).toBeVisible()
  const added = page.locator('.blocks__open').last()
  await added.press('Alt+ArrowUp')
  await expect(page.locator('.blocks__open').last()).not.toContainText('פסקאות')
  await page.getByRole('button', { name: 'ביטול הצעד האחרון' }).click()
  await expect(page.locator('.blocks__open').last()).toContainText('פסקאות')

  // Ctrl+S twice before the first response: one save, and no conflict between the two.
  let answer = () => {}
  const pressedTwice = new Promise<void>((resolve) => (answer = resolve))
  const saves: string[] = []
  await page.route('**/functions/v1/save-page', async (route) => {
    saves.push(route.request().url())
    await pressedTwice
    await route.continue()
  })
  await page.keyboard.press('Control+KeyS')
  await expect.poll(() => saves.length).toBe(1)
  await page.keyboard.press('Control+KeyS')
  answer()
  await expect(page.getByText('הטיוטה נשמרה')).toBeVisible()
  await expect(page.locator('.dialog')).toHaveCount(0)
  expect(saves).toHaveLength(1)
  await page.unroute('**/functions/v1/save-page')
  expect(await (await page.request.get('/about')).text(), 'a draft is not public').not.toContain('בנחת')
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(page.getByText('העמוד מפורסם, ומבקרים רואים אותו מעכשיו')).toBeVisible()
  expect(await (await page.request.get('/about')).text()).toContain('כסף בבית, בנחת')

  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'היסטוריית הגרסאות' }).click()
  await page.getByRole('button', { name: /גרסה 1/ }).click()
  await expect(page.locator('.changes ins', { hasText: before })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'חזרה לגרסה 1' }).click()
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(page.getByText('העמוד מפורסם')).toBeVisible()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(before)
  // The message of the first publication may be visible.
  await expect.poll(async () => (await page.request.get('/about')).text()).not.toContain('בנחת')
  quiet()
  await context.close()
})

test('two users edit one page at the same time, and neither loses input', async ({ browser }) => {
  const first = await openWindow(browser, { viewport: { width: 1440, height: 900 } })
  const second = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  await signIn(first.page, 'content', editor)
  await signIn(second.page, 'admin', editor)
  const saveDraft = (page: Page) => page.getByRole('button', { name: 'שמירת טיוטה' }).click()

  // Open in both windows: a page that is loading would read the new draft and report no conflict.
  const before = await (await openFirstBlock(second.page)).inputValue()
  await (await openFirstBlock(first.page)).fill('הכותרת של התוכן')
  await saveDraft(first.page)
  await expect(first.page.getByText('הטיוטה נשמרה')).toBeVisible()
  await expect(second.page.getByText('העמוד נשמר על ידי מישהו אחר')).toBeVisible()

  await (await openFirstBlock(second.page)).fill('הכותרת של ההנהלה')
  await saveDraft(second.page)
  await expect(second.page.locator('.dialog')).toContainText('נשמרה גרסה חדשה בזמן שערכתם')
  await expect(second.page.locator('.dialog')).toContainText('הכותרת של התוכן')
  await expectAccessible(second.page)
  await second.page.getByRole('radio', { name: 'שלהם' }).check()
  await second.page.getByRole('button', { name: 'שמירת הבחירה' }).click()
  await expect(second.page.getByText('שני השינויים נשמרו יחד')).toBeVisible()
  await expect(await openFirstBlock(second.page)).toHaveValue('הכותרת של התוכן')

  // The page is restored, and leaving with unsaved changes asks for confirmation.
  await (await openFirstBlock(second.page)).fill(before)
  await second.page.getByRole('link', { name: 'לכל העמודים' }).click()
  await expect(second.page.locator('.dialog')).toContainText('לצאת בלי לשמור?')
  await second.page.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await second.page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect(second.page.getByText('העמוד מפורסם')).toBeVisible()
  for (const { context, quiet } of [first, second]) {
    quiet()
    await context.close()
  }
})

test('a new template warns before it is discarded, and gets its URL on save', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 1440, height: 900 } })
  await signIn(page, 'owner', '/admin/component-templates/new?kind=paragraphs')
  await page.getByLabel('שם התבנית').fill('פתיחה שקטה')
  await page.getByRole('link', { name: 'לספריית המקטעים' }).click()
  await expect(page.locator('.dialog')).toContainText('לצאת בלי לשמור?')
  await page.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect(page.getByLabel('שם התבנית')).toHaveValue('פתיחה שקטה')
  await page.getByLabel('הטקסט').fill('מתחילים בנחת.')
  await page.keyboard.press('Control+KeyS')
  await expect(page).toHaveURL(/component-templates\/[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: 'לספריית המקטעים' }).click()
  await expect(page).toHaveURL(/component-templates$/)
  quiet()
  await context.close()
})

test('home page variants are A/B tested, a colleague changes the shares concurrently, and the owner picks a winner', async ({
  browser,
}) => {
  // A user agent that is not a bot: bots are not assigned a variant.
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
  const owner = await openWindow(browser, { viewport: { width: 1440, height: 900 }, userAgent })
  const admin = await openWindow(browser, { viewport: { width: 390, height: 844 }, userAgent })
  const { page } = owner
  await signIn(page, 'owner', '/crm/site')
  await signIn(admin.page, 'admin', '/crm/site')
  const visit = async () => /<h1[^]*?<\/h1>/.exec(await (await page.request.get('/')).text())![0]
  const before = await visit()

  const begin = page.getByRole('button', { name: 'התחלת השוואה' })
  await begin.press('Enter')
  await expect(page.locator('.dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(begin).toBeFocused()
  await begin.press('Enter')
  const shares = (of: Page) => of.locator('.dialog').getByRole('textbox')
  await expect(shares(page)).toHaveCount(3)
  await shares(page).nth(1).fill('-5')
  await shares(page).nth(0).fill('0')
  await page.keyboard.press('Enter')
  await expect(shares(page).nth(1)).toBeFocused()
  await expect(page.locator('.dialog').getByText('משקל הוא מספר שלם')).toHaveCount(1)
  await shares(page).nth(1).fill('0')
  await page.keyboard.press('Enter')
  await expect(page.locator('.dialog')).toContainText('לפחות שני דפים')
  await shares(page).nth(1).fill('99')
  await expect(page.locator('.dialog')).toContainText('75% מהמבקרים')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('עוד לא נכנסו מבקרים')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'השוואת דפי בית' }), 'the button that began it is gone').toBeFocused()
  expect(await visit(), 'the page of the address takes no part').not.toBe(before)

  await admin.page.getByRole('button', { name: 'התחלת השוואה' }).click()
  await shares(admin.page).nth(0).fill('50')
  await admin.page.keyboard.press('Enter')
  await expect(admin.page.locator('.dialog')).toContainText('99')
  await admin.page.getByRole('button', { name: 'שמירת החלוקה' }).click()
  await expect(admin.page.getByText('החלוקה החדשה בתוקף')).toBeVisible()
  await expect(admin.page.locator('.measured')).toContainText('27% מהמבקרים')
  await expectAccessible(admin.page)

  await page.getByRole('button', { name: 'לבחור כמנצח' }).click()
  await page.getByRole('radio', { name: /^עמוד הבית, גרסה ב/ }).check()
  await page.locator('.dialog').getByRole('button', { name: 'לבחור כמנצח' }).click()
  await expect(page.locator('.dialog')).toContainText('השתנתה בינתיים')
  await page.getByRole('radio', { name: /^עמוד הבית השאירו/ }).check()
  await page.locator('.dialog').getByRole('button', { name: 'לבחור כמנצח' }).click()
  await expect(page.getByText('עמוד הבית נבחר')).toBeVisible()
  await expect(begin).toBeVisible()
  await expectAccessible(page)
  expect(await visit()).toBe(before)
  for (const { context, quiet } of [owner, admin]) {
    quiet()
    await context.close()
  }
})
