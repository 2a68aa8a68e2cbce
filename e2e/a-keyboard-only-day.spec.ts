import { expect, type Locator, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

const toastOn = (page: Page) => page.getByRole('region', { name: 'הודעות' })

test('a day by keyboard: the list is processed, an action is undone, an opportunity gets its next step and changes stage', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'sales')
  const { keyboard } = page
  await page.getByRole('button', { name: 'התחלת העבודה' }).focus()
  await keyboard.press('Enter')
  const thing = page.locator('.work').getByRole('heading')
  await expect(thing).toBeVisible()
  const isShown = async (text: string) => (await thing.innerText()).includes(text)
  const walkTo = async (text: string) => {
    for (let step = 0; step < 40 && !(await isShown(text)); step += 1) {
      const before = await thing.innerText()
      await keyboard.press('KeyJ')
      await expect(thing).not.toHaveText(before)
    }
    await expect(thing).toHaveText(text)
  }

  const late = 'מעקב אחרי הצעה – הדס'
  await walkTo(late)
  await keyboard.press('KeyD')
  await expect(toastOn(page)).toContainText(`בוצע: ${late}`)
  await expect(thing).not.toHaveText(late)
  await keyboard.press('Control+KeyZ')
  await expect(toastOn(page)).toContainText('בוטל')

  const promised = 'להתקשר שוב – צח"י'
  await page.reload()
  await expect(thing).toBeVisible()
  await walkTo(promised)
  await keyboard.press('KeyS')
  await page.getByRole('menuitem', { name: 'מחר' }).press('Enter')
  await expect(toastOn(page)).toContainText(`נדחה (מחר): ${promised}`)
  await keyboard.press('Control+KeyZ')
  await expect(toastOn(page)).toContainText('בוטל')

  const sale = 'בית מאוזן – ניר'
  await page.reload()
  await expect(thing).toBeVisible()
  await walkTo(sale)
  await keyboard.press('KeyN')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByLabel('מה צריך לעשות').fill('לשלוח הצעה מעודכנת')
  await keyboard.press('Enter')
  await expect(toastOn(page)).toContainText('המשימה נוספה')
  await expect(thing).not.toHaveText(sale)

  await page.getByRole('navigation').getByRole('link', { name: 'צינור מכירות' }).focus()
  await keyboard.press('Enter')
  const board = page.getByRole('region', { name: 'שלבי המכירה' })
  const card = board.getByRole('article', { name: sale })
  await expect(card).toContainText('לשלוח הצעה מעודכנת')
  await card.focus()
  await keyboard.press('KeyM')
  await page.getByRole('menuitem', { name: 'נוצר קשר' }).press('Enter')
  await expect(
    board.getByRole('region', { name: 'נוצר קשר', exact: true }).getByRole('article', { name: sale }),
  ).toBeVisible()
  quiet()
  await context.close()
})

test('removing a row moves the focus to the next row, or to the heading when none is left', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner')
  const { keyboard } = page
  const nameOf = async (control: Locator) => (await control.getAttribute('aria-label'))!
  /** Activates the first of these controls, and expects the focus on the given element. */
  async function takeOutFirst(controls: Locator, key: string) {
    await expect(controls.nth(1)).toBeVisible()
    const [first, next] = [await nameOf(controls.first()), await nameOf(controls.nth(1))]
    await controls.first().focus()
    await keyboard.press(key)
    await expect(page.getByLabel(first, { exact: true })).toHaveCount(0)
    await expect(page.getByLabel(next, { exact: true })).toBeFocused()
  }

  // Two tasks of one group at any time of day: which demo tasks share a group depends on the clock.
  await page.goto('/crm/tasks')
  const taskField = page.getByLabel('משימה חדשה')
  for (const task of ['לסדר את התיקיות היום', 'להשקות את העציצים היום']) {
    await taskField.fill(task)
    await taskField.press('Enter')
    await expect(taskField).toHaveValue('')
  }
  await page.goto('/crm')
  const tasksOfAKind = page.locator('.day-group', { has: page.locator('li + li input[type="checkbox"]') }).first()
  await takeOutFirst(tasksOfAKind.getByRole('checkbox'), 'Space')

  await page.goto('/crm/tasks?who=all')
  await takeOutFirst(page.locator('.task-row').getByRole('checkbox'), 'Space')
  const [first, second] = [page.locator('.task-row').first(), page.locator('.task-row').nth(1)]
  const next = await nameOf(second.getByRole('button', { name: /^פעולות/ }))
  await first.getByRole('button', { name: /^פעולות/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'מחיקה' }).press('Enter')
  await expect(page.getByLabel(next, { exact: true })).toBeFocused()

  await page.goto('/crm/bin?kind=tasks')
  const restore = page.getByRole('button', { name: /^שחזור/ })
  await expect(restore).toHaveCount(1)
  await restore.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.goto('/crm/contacts')
  await page.locator('.people').getByRole('link').first().press('Enter')
  const tags = page.getByRole('button', { name: /^הסרת התגית/ })
  await page.getByRole('button', { name: 'הוספת תגית' }).press('Enter')
  for (const word of ['מקלדת', 'מקלדת ועכבר']) {
    await page.getByLabel('חיפוש תגית או תגית חדשה').fill(word)
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `הסרת התגית ${word}`, exact: true })).toBeAttached()
  }
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'הוספת תגית' })).toBeFocused()
  await takeOutFirst(tags, 'Enter')
  while ((await tags.count()) > 0) {
    await expect(tags.first()).toBeFocused()
    const remaining = (await tags.count()) - 1
    await keyboard.press('Enter')
    await expect(tags).toHaveCount(remaining)
  }
  await expect(page.getByRole('button', { name: 'הוספת תגית' })).toBeFocused()

  await page.goto('/crm/contacts?f=lifecycle:is:lead&f=owner:is:me')
  await takeOutFirst(page.getByRole('button', { name: /^הסרת המסנן/ }), 'Enter')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'מסנן', exact: true })).toBeFocused()

  await page.goto('/crm/site/pages/about')
  const blocks = page.getByRole('button', { name: /^פעולות: / })
  await expect(blocks.nth(2)).toBeVisible()
  const following = await nameOf(blocks.nth(2))
  await blocks.nth(1).press('Enter')
  await page.getByRole('menuitem', { name: 'הסרה' }).press('Enter')
  await expect(blocks.nth(1)).toBeFocused()
  expect(await nameOf(blocks.nth(1))).toBe(following)
  quiet()
  await context.close()
})
