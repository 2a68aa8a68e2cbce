import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

const settingsOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('a11y-settings') ?? 'null') as unknown)
const classesOf = (page: Page) =>
  page.evaluate(() => [...document.documentElement.classList].filter((name) => name.startsWith('a11y-')).toSorted())

test('a visitor changes reading settings by keyboard alone, and the next page applies them', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'אפשרויות נגישות' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'תוסף נגישות' })
  await expect(sheet).toBeVisible()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  const { width } = (await sheet.boundingBox())!
  expect(width).toBeLessThanOrEqual(0.9 * 390 + 1)

  const smaller = sheet.getByRole('button', { name: 'הקטן טקסט' })
  const larger = sheet.getByRole('button', { name: 'הגדל טקסט' })
  await expect(smaller).toHaveAttribute('aria-disabled', 'true')
  await larger.focus()
  for (const percent of ['120%', '140%', '160%', '160%']) {
    await page.keyboard.press('Enter')
    await expect(sheet.getByText(percent, { exact: true })).toBeVisible()
  }
  await expect(larger).toBeFocused()
  await expect(larger).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)

  for (const name of ['הדגשת קישורים', 'הגדלת אזורי לחיצה', 'עצירת אנימציות', 'פוקוס מודגש']) {
    await sheet.getByRole('switch', { name }).focus()
    await page.keyboard.press('Space')
  }
  await sheet.getByRole('radio', { name: 'רגיל' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(sheet.getByRole('radio', { name: 'גבוה' })).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()

  const selected = {
    fontScale: 1.6,
    contrast: 'high',
    highlightLinks: true,
    strongFocus: true,
    reduceMotion: true,
    largeTargets: true,
  }
  expect(await settingsOf(page)).toEqual(selected)
  await page.goto('/contact')
  expect(await classesOf(page)).toEqual([
    'a11y-contrast-high',
    'a11y-highlight-links',
    'a11y-large-targets',
    'a11y-reduce-motion',
    'a11y-strong-focus',
  ])
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  await page.getByRole('button', { name: 'איפוס ההתאמות' }).click()
  expect(await classesOf(page)).toEqual([])
  quiet()
  await context.close()
})

test('on a desktop the sheet is on the left and at most 420 pixels wide', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  const sheet = page.getByRole('dialog', { name: 'תוסף נגישות' })
  await expect(async () => expect((await sheet.boundingBox())!).toMatchObject({ x: 0, width: 420 })).toPass()
  await page.mouse.click(1200, 400)
  await expect(sheet).toBeHidden()
})

for (const [what, stored] of [
  ['nonsense', '{{{'],
  ['hostile values', '{"fontScale":"<img>","contrast":"invert; x","highlightLinks":"true"}'],
])
  test(`${what} under the storage key leave the page unchanged`, async ({ page }) => {
    await page.addInitScript((text) => localStorage.setItem('a11y-settings', text!), stored)
    await page.goto('/')
    expect(await classesOf(page)).toEqual([])
    await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
    await expect(page.getByText('100%', { exact: true })).toBeVisible()
  })

test('without storage the choice still applies to the page', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['getItem', 'setItem'])
      Object.defineProperty(Storage.prototype, name, {
        value() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  await page.getByRole('switch', { name: 'הדגשת קישורים' }).check()
  expect(await classesOf(page)).toEqual(['a11y-highlight-links'])
})

/** Records speech synthesis calls: the test machine has no voice. */
const recordSpeech = (voices: string[]) => (page: Page) =>
  page.addInitScript((langs) => {
    const utterances: SpeechSynthesisUtterance[] = []
    Object.assign(window, { utterances })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      value: class {
        text: string
        constructor(text: string) {
          this.text = text
        }
      },
    })
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => langs.map((lang) => ({ lang })),
        speak: (utterance: SpeechSynthesisUtterance) => utterances.push(utterance),
        cancel() {},
        pause() {},
        resume() {},
        addEventListener() {},
      },
    })
  }, voices)

test('the page is read aloud in Hebrew, paused, continued and stopped', async ({ page }) => {
  await recordSpeech(['en-US', 'he-IL'])(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  const [read, pause, stop] = ['לקרוא', 'השהה', 'עצור'].map((name) => page.getByRole('button', { name, exact: true }))
  await expect(pause!).toBeDisabled()
  await expect(stop!).toBeDisabled()
  await read!.click()
  await expect(read!).toBeDisabled()
  await expect(pause!).toBeFocused()
  await pause!.click()
  await page.getByRole('button', { name: 'המשך', exact: true }).click()
  await page.keyboard.press('Escape')
  const utterances = () =>
    page.evaluate(() =>
      (window as unknown as { utterances: { text: string; lang: string }[] }).utterances.map(({ text, lang }) => ({
        text,
        lang,
      })),
    )
  const [first] = await utterances()
  expect(first!.lang).toBe('he-IL')
  const main = await page.evaluate(() => document.querySelector('main')!.innerText.replace(/\s+/g, ' ').trim())
  expect(main.startsWith(first!.text)).toBe(true)
  await page.evaluate(() => (window as unknown as { utterances: { onend: () => void }[] }).utterances[0]!.onend())
  expect(await utterances()).toHaveLength(2)
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  await stop!.click()
  await expect(read!).toBeEnabled()
})

test('one click reads the title and body of a post aloud', async ({ page }) => {
  await recordSpeech(['he-IL'])(page)
  await page.goto('/blog')
  await page.locator('main article a').first().click()
  const listen = page.getByRole('button', { name: 'האזנה' })
  await listen.click()
  await expect(page.getByRole('button', { name: 'השהה', exact: true })).toBeEnabled()
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const [first] = await page.evaluate(() => (window as unknown as { utterances: { text: string }[] }).utterances)
  expect(title.startsWith(first!.text)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(listen).toBeFocused()
})

test('without a voice the reader shows a message and its buttons are disabled', async ({ page }) => {
  await recordSpeech([])(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  await expect(page.getByText('לא נמצא קול בעברית במכשיר')).toBeVisible()
  for (const name of ['לקרוא', 'השהה', 'עצור'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
})

test('the app has the same sheet, and reading aloud stops on navigation', async ({ page }) => {
  await recordSpeech(['he-IL'])(page)
  await signIn(page, 'owner')
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'לקרוא', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'אנשי קשר' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'אנשי קשר' })).toBeVisible()
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  await expect(page.getByRole('button', { name: 'לקרוא', exact: true })).toBeEnabled()
})

test('a sheet opened before the page has loaded can read it afterwards', async ({ page }) => {
  await recordSpeech(['he-IL'])(page)
  await signIn(page, 'owner')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/v1/user_roles*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/crm/contacts')
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  const read = page.getByRole('button', { name: 'לקרוא', exact: true })
  await expect(read).toBeDisabled()
  release()
  await expect(read).toBeEnabled()
})

for (const fontScale of [1, 1.6])
  test(`on a phone the button does not cover the app bar at a text size of ${fontScale * 100} %`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(
      (scale) => localStorage.setItem('a11y-settings', JSON.stringify({ fontScale: scale })),
      fontScale,
    )
    await signIn(page, 'owner')
    // The button is rendered before the bar, and moves when the bar appears.
    const bar = (await page.getByRole('button', { name: 'עוד', exact: true }).boundingBox())!
    const button = (await page.getByRole('button', { name: 'אפשרויות נגישות' }).boundingBox())!
    expect(button.x + button.width).toBeLessThanOrEqual(bar.x)
  })

/** Lists interactive elements that are covered, in part or wholly, by the accessibility button. */
const coveredOn = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector('.a11y-fab')!.getBoundingClientRect()
    const pressable = ':is(main, footer) :is(a[href], button, input, select, textarea, summary)'
    return [...document.querySelectorAll(pressable)]
      .filter((one) => one.checkVisibility())
      .filter((one) =>
        [...one.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            left < button.right && right > button.left && top < button.bottom && bottom > button.top,
        ),
      )
      .map((one) => one.textContent || one.outerHTML.slice(0, 80))
  })
const publicPages = ['/', '/faq', '/contact', '/newsletter', '/blog']

async function expectFree(page: Page, path: string) {
  await expect(page.getByRole('button', { name: 'אפשרויות נגישות' })).toBeVisible()
  for (const at of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
    await page.evaluate((part) => {
      const top = part * (document.documentElement.scrollHeight - innerHeight)
      scrollTo({ top, behavior: 'instant' })
    }, at)
    expect(await coveredOn(page), `${path} scrolled by ${at}`).toEqual([])
  }
}

for (const width of [1024, 1366, 1440])
  test(`at ${width} pixels no interactive element is covered by the accessibility button`, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 })
    await page.addInitScript((choice) => localStorage.setItem('cookie-preferences', choice), refusedCookies())
    for (const path of publicPages) {
      await page.goto(path)
      await expectFree(page, path)
    }
    await signIn(page, 'client', '/client-portal')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFree(page, '/client-portal')
  })

test('on a phone neither the end of a page nor the focused element is covered by the accessibility button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript((choice) => localStorage.setItem('cookie-preferences', choice), refusedCookies())
  for (const path of publicPages) {
    await page.goto(path)
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    expect(await coveredOn(page), path).toEqual([])
  }
  await page.goto('/faq')
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(() => {
      const { x, right, y, bottom } = document.activeElement!.getBoundingClientRect()
      const button = document.querySelector('.a11y-fab')!
      // The body is active after the last element of the page.
      if (document.activeElement === button || document.activeElement === document.body) return undefined
      const { left, right: end, top, bottom: low } = button.getBoundingClientRect()
      return x < end && right > left && y < low && bottom > top ? document.activeElement!.outerHTML : undefined
    })
    expect(covered).toBeUndefined()
  }
})

test('on a phone the accessibility button covers no text of a page without the contact bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript((choice) => localStorage.setItem('cookie-preferences', choice), refusedCookies())
  for (const path of ['/book-a-call', '/preparation', '/contact', '/ninja']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'אפשרויות נגישות' })).toBeVisible()
    for (const at of [0, 0.25, 0.5, 0.75, 1]) {
      const below = await page.evaluate((part) => {
        const top = part * (document.documentElement.scrollHeight - innerHeight)
        scrollTo({ top, behavior: 'instant' })
        const button = document.querySelector('.a11y-fab')!
        const { x, y, width, height } = button.getBoundingClientRect()
        const stack = document.elementsFromPoint(x + width / 2, y + height / 2)
        return stack.find((one) => !button.contains(one))?.localName
      }, at)
      // The reserved strip is a pseudo-element of the body.
      expect(below, `${path} scrolled by ${at}`).toBe('body')
    }
  }
})

function refusedCookies() {
  const choice = { essential: true, functional: false, performance: false, marketing: false, version: '1.0' }
  return JSON.stringify({ ...choice, consentDate: new Date().toISOString() })
}
