import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { toast } from '#ui/toast/toast.tsx'
import { openScreen } from '../../../../test/browser/render.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const pressable = 'a[href], button, input, select, textarea, [role=gridcell], [tabindex="0"]'
const places = 'main, .bottom-bar, .side'
const screens = ['/crm', '/crm/tasks', '/crm/contacts', '/crm/pipeline', '/crm/settings']

test.each([
  [1440, 900],
  [390, 844],
])('at %i pixels the accessibility button and toasts cover no control', async (width, height) => {
  await page.viewport(width, height)
  onTestFinished(() => page.viewport(1440, 900))
  const app = await openScreen(screens[0]!, 'owner')
  const button = page.getByRole('button', { name: 'אפשרויות נגישות' })
  const message = page.getByRole('dialog', { name: 'ההעברה של נועה לדוגמה בוטלה' })
  for (const screen of screens) {
    await app.router.navigate(screen)
    await expect.element(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect.poll(() => document.querySelectorAll(`main :is(${pressable})`).length).toBeGreaterThan(3)
    const id = toast.error('הקשר חזר אל השלב פנייה חדשה, והמשימה שנוצרה איתה נמחקה', {
      title: 'ההעברה של נועה לדוגמה בוטלה',
      action: { text: 'ביטול', run: () => {} },
    })
    await expect.element(message).toBeVisible()
    const end = document.documentElement.scrollHeight - height
    for (const at of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
      scrollTo(0, end * at)
      // Polled, because late content may still shift the layout.
      await expect
        .poll(() => covered(button.element()), { message: `${screen}, scrolled by ${at}: the button` })
        .toEqual([])
      await expect
        .poll(() => covered(message.element()), { message: `${screen}, scrolled by ${at}: the message` })
        .toEqual([])
    }
    toast.close(id)
    await expect.element(message).not.toBeInTheDocument()
  }
})

test('on a phone a dialog leaves the toast area uncovered', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  const app = await openScreen('/crm/tasks', 'owner')
  await expect.element(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await page.getByRole('button', { name: /^חדש/ }).click()
  await page.getByRole('menuitem', { name: /איש קשר/ }).click()
  await expect.element(dialog).toBeVisible()
  expect(dialog.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(60)
  app.router.dispose()
})

/** The controls that an element covers, wholly or in part. */
function covered(above: Element): string[] {
  const place = above.getBoundingClientRect()
  return [...document.querySelectorAll(`:is(${places}) :is(${pressable})`)]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const box = visibleBox(one)
      return (
        box.right - box.left > 0 &&
        box.bottom - box.top > 0 &&
        box.left < place.right &&
        box.right > place.left &&
        box.top < place.bottom &&
        box.bottom > place.top
      )
    })
    .map((one) => one.textContent || one.outerHTML.slice(0, 120))
}

/** The part of an element that is neither clipped by an ancestor nor covered by a bar. */
function visibleBox(element: Element) {
  let { left, right, top, bottom } = element.getBoundingClientRect()
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    if (getComputedStyle(at).overflow === 'visible') continue
    const clip = at.getBoundingClientRect()
    left = Math.max(left, clip.left)
    right = Math.min(right, clip.right)
    top = Math.max(top, clip.top)
    bottom = Math.min(bottom, clip.bottom)
  }
  if (element.closest('main')) {
    // Content scrolls below the bars of the app.
    top = Math.max(top, edgeOf('.top')?.bottom ?? 0)
    bottom = Math.min(bottom, edgeOf('.bottom-bar')?.top ?? innerHeight)
  }
  return { left, right, top, bottom }
}

function edgeOf(selector: string) {
  const bar = document.querySelector(selector)
  return bar?.checkVisibility() ? bar.getBoundingClientRect() : undefined
}
