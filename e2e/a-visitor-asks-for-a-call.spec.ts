import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

const visitorName = 'אביגיל לדוגמה'

test('a visitor requests a call, the owner sees the new opportunity at once, moves it, and opens its timeline', async ({
  browser,
}) => {
  const owner = await openWindow(browser)
  await signIn(owner.page, 'owner', '/crm/pipeline')
  const board = owner.page.getByRole('region', { name: 'שלבי המכירה' })
  const column = (name: string) => board.getByRole('region', { name, exact: true })
  const card = board.locator('[data-card]').filter({ hasText: visitorName })
  await expect(board.locator('[data-card]').first()).toBeVisible()
  await expectAccessible(owner.page)

  const visitor = await openWindow(browser)
  await visitor.page.goto('/')
  await expectAccessible(visitor.page)
  await visitor.page.goto('/contact')
  await expectAccessible(visitor.page)
  await visitor.page.getByLabel('שם מלא').fill(visitorName)
  await visitor.page.getByLabel('טלפון').fill('050 000-0066')
  await visitor.page.getByLabel('הודעה').fill('נשמח לשיחה בערב, אחרי שמונה')
  await expect(visitor.page.getByRole('checkbox')).not.toBeChecked()
  await visitor.page.getByRole('button', { name: 'שליחה' }).click()
  await expect(visitor.page.getByText('תודה, הפנייה נשלחה. מספר פנייה:')).toBeVisible()
  await expectAccessible(visitor.page)
  visitor.quiet()

  // It appears through a realtime change, with a Hebrew notification.
  await expect(owner.page.getByText(/נוצרה הזדמנות חדשה: .*אביגיל לדוגמה/)).toBeVisible()
  await expect(column('פנייה חדשה').locator('[data-card]').filter({ hasText: visitorName })).toBeVisible()

  // By keyboard: pick up, move to the next stage (to the left), drop.
  await card.focus()
  await owner.page.keyboard.press('Space')
  await owner.page.keyboard.press('ArrowLeft')
  await owner.page.keyboard.press('Space')
  await expect(column('נוצר קשר').locator('[data-card]').filter({ hasText: visitorName })).toBeVisible()
  await expect(card).toBeFocused()

  // By menu, the alternative to dragging.
  await owner.page.keyboard.press('m')
  await owner.page.getByRole('menuitem', { name: 'נקבעה שיחת היכרות' }).click()
  await expect(column('נקבעה שיחת היכרות').locator('[data-card]').filter({ hasText: visitorName })).toBeVisible()

  // By a quick drag, released before the next frame.
  const refetched = owner.page.waitForResponse((response) => response.url().includes('/rpc/board_cards'))
  const back = (await column('נוצר קשר').boundingBox())!
  await card.evaluate((element, to) => {
    const { x, y } = element.getBoundingClientRect()
    const hand = (type: string, clientX: number, clientY: number) =>
      element.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          isPrimary: true,
          pointerId: 1,
          pointerType: 'mouse',
          clientX,
          clientY,
        }),
      )
    hand('pointerdown', x + 60, y + 12)
    hand('pointermove', to.x + to.width / 2, to.y + 90)
    hand('pointerup', to.x + to.width / 2, to.y + 90)
  }, back)
  await expect(column('נוצר קשר').locator('[data-card]').filter({ hasText: visitorName })).toBeVisible()

  // By pointer. The realtime change of the previous move refetches the card, which may still shift the column under the pointer.
  await refetched
  await expect(async () => {
    await card.hover({ position: { x: 60, y: 12 } })
    const before = await card.boundingBox()
    await owner.page.waitForTimeout(300)
    expect(await card.boundingBox()).toEqual(before)
  }).toPass()
  await owner.page.mouse.down()
  const target = (await column('התקיימה שיחה').boundingBox())!
  await owner.page.mouse.move(target.x + target.width / 2, target.y + 90, { steps: 12 })
  await owner.page.mouse.up()
  await expect(column('התקיימה שיחה').locator('[data-card]').filter({ hasText: visitorName })).toBeVisible()

  // The move is stored, not only displayed.
  await owner.page.reload()
  await expect(column('התקיימה שיחה').locator('[data-card]').filter({ hasText: visitorName })).toBeVisible()

  // The card opens the opportunity, which links to the contact and the timeline.
  await card.getByRole('link', { name: new RegExp(visitorName) }).click()
  const deal = owner.page.getByRole('dialog', { name: 'הזדמנות' })
  await expect(deal.getByRole('heading', { level: 2, name: new RegExp(visitorName) })).toBeVisible()
  await deal.getByRole('link', { name: visitorName }).first().click()
  await expect(owner.page).toHaveURL(/\/crm\/contacts\/[0-9a-f-]{36}$/)
  await expect(owner.page.getByRole('heading', { level: 1 })).toContainText(visitorName)
  const story = owner.page.getByRole('main')
  await expect(story.getByText('נשמח לשיחה בערב, אחרי שמונה')).toBeVisible()
  for (const stage of ['נוצר קשר', 'נקבעה שיחת היכרות', 'התקיימה שיחה']) await expect(story).toContainText(stage)
  await expectAccessible(owner.page)
  owner.quiet()

  await visitor.context.close()
  await owner.context.close()
})
