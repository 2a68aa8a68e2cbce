import { expect, type Locator, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'
import { countingKeyboard } from './keyboard.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('a visitor answers the quiz on a phone by keyboard, and sees the whole result without entering contact details', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, phone)
  const { press, presses, walkTo } = countingKeyboard(page)
  await page.goto('/financial_stage')
  await walkTo(page.getByRole('button', { name: 'להתחלת השאלון' }))
  await press('Enter')
  for (let n = 1; n <= 10; n++) {
    await expect(page.getByText(`שאלה ${n} מתוך 10`).first()).toBeVisible()
    await walkTo(page.getByRole('radio').first())
    await press('Space')
    await press('ArrowDown')
    await press('ArrowDown')
    if (n === 1) await expectAccessible(page)
    await press('Enter')
  }
  await walkTo(page.getByRole('button', { name: 'לתוצאה שלי, בלי להשאיר פרטים' }))
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('שלב 3: בונים רשת ביטחון')
  await expect(page).toHaveURL(/\/financial_stage\/results\?r=[\w-]{32}$/)
  await expectAccessible(page)
  await page.evaluate(() => (window.print = () => document.documentElement.setAttribute('data-printed', '')))
  await walkTo(page.getByRole('button', { name: 'הדפסה או שמירה כ־PDF' }))
  await press('Enter')
  await expect(page.locator('html[data-printed]')).toBeAttached()
  // Ten answers of four key presses each, the presses to reach them, and as many again for preceding links.
  expect(presses()).toBeLessThan(300)
  quiet()
  await context.close()
})

test('an owner builds a form with a condition from scratch by keyboard, in less than three minutes of modelled time', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, phone)
  await signIn(page, 'owner', '/crm/forms')
  const { press, presses, type, walkTo } = countingKeyboard(page)
  let decisions = 0
  const choose = async (target: Locator, key?: string) => {
    decisions += 1
    await walkTo(target, key)
    await press('Enter')
  }
  const addQuestion = async (kind: string, label: string) => {
    await choose(page.getByRole('button', { name: 'הוספת שאלה' }))
    await choose(page.getByRole('dialog').getByRole('button', { name: kind, exact: true }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The label of a new question comes first.
    await expect(page.getByRole('textbox', { name: 'השאלה' })).toBeFocused()
    decisions += 1
    await type(label)
  }

  await choose(page.getByRole('button', { name: 'טופס', exact: true }))
  decisions += 1
  await walkTo(page.getByLabel('שם הטופס'))
  await type('טופס מהמקלדת')
  await press('Enter')
  await addQuestion('כן או לא', 'יש לכם תקציב?')
  await addQuestion('סכום כסף', 'כמה נשאר בסוף החודש?')
  await choose(page.getByRole('button', { name: 'הוספת תנאי' }))
  await expect(page.getByText(/מוצגת אם התשובה על/)).toBeVisible()
  await expectAccessible(page)
  await choose(page.getByRole('button', { name: 'פרסום', exact: true }), 'Shift+Tab')
  await expect(page.getByText('הטופס פורסם')).toBeVisible()
  // The keystroke-level model: 0.28 s per key press, 1.35 s before each decision.
  expect(presses() * 0.28 + decisions * 1.35).toBeLessThan(180)

  await page.goto(`${page.url().split('?')[0]}?tab=share`)
  const address = await page
    .getByRole('region', { name: 'קישור', exact: true })
    .getByText(/\/form\//)
    .innerText()
  quiet()
  const visitor = await openWindow(browser, phone)
  const own = countingKeyboard(visitor.page)
  await visitor.page.goto(new URL(address.trim()).pathname)
  const amount = visitor.page.getByRole('textbox', { name: /כמה נשאר/ })
  await own.walkTo(visitor.page.getByRole('radio', { name: 'כן' }))
  await expect(amount).not.toBeVisible()
  await own.press('Space')
  await own.walkTo(amount)
  await own.type('1,500')
  await waitPastSpamGuard(visitor.page)
  await own.press('Enter')
  await expect(visitor.page.getByText('תודה', { exact: false }).first()).toBeVisible()
  await expectAccessible(visitor.page)
  visitor.quiet()
  await context.close()
  await visitor.context.close()
})
