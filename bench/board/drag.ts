// Simulated pointer: scrolls a column to its end, and drags a card across columns with auto-scroll.
import type { Locator, Page } from '@playwright/test'

export const lanesOf = (page: Page) => page.locator('[data-column]')

/** Scrolls a column until all of its cards are loaded; returns the total it shows. */
export async function readDown(lane: Locator) {
  const list = lane.locator('.lane__cards')
  while ((await lane.locator('.lane__growth').count()) > 0) {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await list.evaluate(() => new Promise(requestAnimationFrame))
  }
  return Number((await lane.locator('.count').first().innerText()).replaceAll(',', ''))
}

/**
 * Drags a card from the column `from` to the column `to` and back, pausing at the edges so that both scroll. Escape then cancels the drag.
 */
export async function carry(page: Page, from: Locator, to: Locator) {
  const start = await gripOf(from)
  const [first, second] = [await boxOf(from), await boxOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await walk(page, start, { x: first.x, y: first.bottom - 12 }, 40)
  await rest(page, 45)
  await walk(page, { x: first.x, y: first.bottom - 12 }, { x: second.x, y: second.middle }, 40)
  await walk(page, { x: second.x, y: second.middle }, { x: second.x, y: second.bottom - 12 }, 20)
  await rest(page, 45)
  await walk(page, { x: second.x, y: second.bottom - 12 }, { x: second.x, y: second.top + 12 }, 40)
  await rest(page, 30)
  await walk(page, { x: second.x, y: second.top + 12 }, { x: first.x, y: first.middle }, 40)
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

type Point = { x: number; y: number }

async function walk(page: Page, from: Point, to: Point, steps: number) {
  for (let step = 1; step <= steps; step++) {
    const share = step / steps
    await page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
    await rest(page, 1)
  }
}

/** Waits for this number of frames. */
const rest = (page: Page, frames: number) =>
  page.evaluate(async (many) => {
    for (let frame = 0; frame < many; frame++) await new Promise(requestAnimationFrame)
  }, frames)

/** A point in the first fully visible card that is not on a button. */
const gripOf = (lane: Locator): Promise<Point> =>
  lane.locator('.lane__cards').evaluate((list) => {
    const { top } = list.getBoundingClientRect()
    const boxes = [...list.querySelectorAll('[data-card]')].map((card) => card.getBoundingClientRect())
    const { x, y, width } = boxes.find((box) => box.top > top)!
    return { x: x + width / 2, y: y + 6 }
  })

async function boxOf(lane: Locator) {
  const { x, y, width, height } = (await lane.locator('.lane__cards').boundingBox())!
  return { x: x + width / 2, top: y, middle: y + height / 2, bottom: y + height }
}
