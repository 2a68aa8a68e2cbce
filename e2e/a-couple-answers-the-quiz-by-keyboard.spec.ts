import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { countingKeyboard } from './keyboard.ts'

const phone = { viewport: { width: 390, height: 844 } }

/** A phone of one partner, operated by keyboard only. */
async function openPhone(browser: Browser) {
  const window = await openWindow(browser, phone)
  const keyboard = countingKeyboard(window.page)
  return {
    ...window,
    ...keyboard,
    choose: async (name: string) => {
      await keyboard.walkTo(window.page.getByRole('button', { name }))
      await keyboard.press('Enter')
    },
  }
}
type Phone = Awaited<ReturnType<typeof openPhone>>

/** Answers each question by the position of the answer, from 1. Returns the URL of the result. */
async function answerAlone({ page, press, walkTo, choose }: Phone, places: readonly number[]) {
  await choose('להתחלת השאלון')
  for (const [i, place] of places.entries()) {
    await expect(page.getByText(`שאלה ${i + 1} מתוך 10`).first()).toBeVisible()
    await walkTo(page.getByRole('radio').first())
    await press('Space')
    for (let step = 0; step < place; step++) await press('ArrowDown')
    await press('Enter')
  }
  const viewed = page.waitForResponse((response) => response.url().endsWith('/financial_stage/results/viewed'))
  await choose('לתוצאה שלי, בלי להשאיר פרטים')
  expect((await viewed).status()).toBe(303)
  await expect(page).toHaveURL(/\/financial_stage\/results\?r=[\w-]{32}$/)
  return page.url()
}

const couplePart = (page: Page) => page.getByRole('region', { name: 'איך זה נראה בזוג' })
const levelsOf = (page: Page) =>
  couplePart(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(' | ')),
    )

test('a couple answers the quiz on two phones by keyboard; levels are shared from both agreements until a withdrawal', async ({
  browser,
}) => {
  const one = await openPhone(browser)
  await one.page.goto('/financial_stage')
  const mine = await answerAlone(one, [4, 4, 4, 4, 4, 4, 0, 0, 2, 2])
  await expect(couplePart(one.page)).toContainText('בלי תשובות ובלי ציון')
  await one.choose('להזמנה, ולשיתוף הרמות שלי')
  await expect(couplePart(one.page)).toContainText('ההזמנה מחכה לתשובה')
  await expectAccessible(one.page)
  const invitation = (
    await couplePart(one.page)
      .getByText(/\/financial_stage\?r=/)
      .innerText()
  ).trim()

  // The partner answers separately, without seeing any of the first answers.
  const other = await openPhone(browser)
  await other.page.goto(new URL(invitation).pathname + new URL(invitation).search)
  await expect(other.page.getByText('הוזמנתם למלא את השאלון גם אתם')).toBeVisible()
  const theirs = await answerAlone(other, [4, 4, 1, 4, 4, 4, 4, 4, 2, 2])
  expect(theirs).not.toBe(mine)
  await expect(couplePart(other.page)).toContainText('גם הצד השני בבית מילא את השאלון')
  expect(await levelsOf(other.page)).toEqual([])
  await one.page.goto(mine)
  await expect(couplePart(one.page)).toContainText('ההשוואה תופיע כאן אחרי הסכמה משני הצדדים')
  expect(await levelsOf(one.page)).toEqual([])

  await other.choose('לשיתוף הרמות שלי')
  const shared = [
    'תזרים ותקציב | חזק | חזק | רואים אותו דבר',
    'חובות | חזק | בדרך | כדאי לדבר על זה',
    'רשת ביטחון | חזק | חזק | רואים אותו דבר',
    'חיסכון ועתיד | דורש תשומת לב | חזק | כדאי לדבר על זה',
    'הרגלים ושיח בבית | בדרך | בדרך | רואים אותו דבר',
  ]
  await expect(couplePart(other.page).getByRole('table')).toBeVisible()
  await one.page.reload()
  expect(await levelsOf(one.page)).toEqual(shared)
  await expectAccessible(one.page)

  await one.choose('להפסיק לשתף')
  await expect(couplePart(one.page)).toContainText('לשיתוף הרמות שלי')
  await other.page.reload()
  await expect(couplePart(other.page)).toContainText('ההשוואה תופיע כאן אחרי הסכמה משני הצדדים')
  expect(await levelsOf(other.page)).toEqual([])
  // Each result is complete without the partner's.
  await expect(other.page.getByRole('heading', { name: 'התמונה לפי תחומים' })).toBeVisible()
  for (const { quiet, context } of [one, other]) {
    quiet()
    await context.close()
  }
})
