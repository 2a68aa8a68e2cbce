import { expect, type Page, test } from '@playwright/test'
import { applyLook, barriersOf, type Look, lookWith, openWindow, signIn } from './browser-helpers.ts'

type Way = { viewport: { width: number; height: number }; settings: object; ask: 'everything' | 'looks' }
const tests: { name: string; colorScheme: 'light' | 'dark'; ways: [Way, ...Way[]] }[] = [
  {
    name: 'on a desk, as it is and in high contrast',
    colorScheme: 'light',
    ways: [
      { viewport: { width: 1440, height: 900 }, settings: {}, ask: 'everything' },
      // The structure is the same as on the desktop.
      { viewport: { width: 1024, height: 768 }, settings: { contrast: 'high' }, ask: 'looks' },
    ],
  },
  {
    name: 'on a phone, in the dark, with letters of 160 %',
    colorScheme: 'dark',
    ways: [{ viewport: { width: 390, height: 844 }, settings: { fontScale: 1.6 }, ask: 'everything' }],
  },
]

test.describe.configure({ mode: 'parallel' })

for (const { name, colorScheme, ways } of tests)
  test(`every screen is accessible ${name}`, async ({ browser }) => {
    test.setTimeout(600_000)
    const { page, context, quiet } = await openWindow(browser, { viewport: ways[0].viewport, colorScheme })
    await page.goto('/auth')
    const looks: (Way & { look: Look })[] = []
    for (const way of ways) looks.push({ ...way, look: await lookWith(page, way.settings) })
    expect(new Set(looks.map(({ look }) => JSON.stringify(look))).size).toBe(ways.length)
    const first = JSON.stringify(ways[0].settings)
    await context.addInitScript((kept) => localStorage.setItem('a11y-settings', kept), first)

    for (const path of ['/', '/contact', '/no-such-page', '/auth', '/auth?mode=signup', '/auth?mode=forgot']) {
      await page.goto(path)
      await expectUsable(page, looks)
    }
    await signIn(page, 'owner')
    for (const path of [
      '/crm',
      '/crm?work',
      '/crm/tasks?who=all',
      '/crm/calendar',
      '/crm/calendar?view=month&host=all',
      '/crm/appointments?shown=all',
      '/crm/appointment-types',
      '/crm/availability',
      '/crm/pipeline',
      '/crm/pipeline?show=table',
      '/crm/pipeline?show=forecast',
      '/crm/opportunities/00000000-0000-4000-8004-000000000005',
      '/crm/settings?tab=pipeline',
      '/crm/contacts',
      '/crm/contacts?f=lifecycle:is:lead,client&f=or&f=owner:is:me&cols=phone,tags,household,source',
      '/crm/contacts/import',
      '/crm/contacts/imports',
      '/crm/blog',
      '/crm/lead-magnets',
      '/crm/email',
      '/crm/email/readers',
      '/crm/email/templates',
      '/crm/email/texts',
      '/crm/email/messages',
      '/crm/email/plan',
      '/crm/email/health',
      '/crm/email/sequences',
      '/crm/automations',
      '/crm/site',
      '/crm/site/pages/about',
      '/crm/bin',
      '/crm/duplicates',
      '/crm/payment/00000000-0000-4000-8002-000000000002',
      '/admin/component-templates',
      '/admin/component-templates/new?kind=quote',
      '/crm/settings?tab=audit',
      '/crm/settings?tab=profile',
      '/crm/settings?tab=team',
      '/crm/settings?tab=fields',
      '/crm/settings?tab=privacy',
      '/crm/settings?tab=integrations',
      '/crm/settings?tab=notifications',
      '/crm/settings?tab=security',
      '/crm/no-such-screen',
    ]) {
      await page.goto(path)
      await expectUsable(page, looks)
    }
    await page.goto('/crm/lead-magnets')
    await page.getByRole('link', { name: 'שיחת כסף ראשונה' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'שיחת כסף ראשונה' })).toBeVisible()
    await expectUsable(page, looks)
    // On a phone only a few rows of the list are rendered. By address: other stories add contacts of the same name.
    await page.goto('/crm/contacts?q=נועה')
    await page
      .getByRole('main')
      .locator('a[href$="/crm/contacts/00000000-0000-4000-8002-000000000001"]')
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'נועה לדוגמה' })).toBeVisible()
    await expectUsable(page, looks)
    await page.getByRole('link', { name: 'הסכמות' }).click()
    await expect(page.getByRole('button', { name: 'רישום הסכמה או הסרה' })).toBeVisible()
    await expectUsable(page, looks)
    // Only a phone hides them behind a button.
    const details = page.getByRole('button', { name: 'כל הפרטים' })
    const household = page.getByRole('link', { name: 'לדף המשותף' })
    await expect(details.or(household).filter({ visible: true }).first()).toBeVisible()
    if (await details.isVisible()) await details.click()
    await expectUsable(page, looks)
    await household.click()
    await expect(page.getByRole('heading', { level: 1, name: /^משפחת/ })).toBeVisible()
    await expectUsable(page, looks)
    quiet()
    await context.close()
  })

/** Loaded, accessible, and without horizontal scrolling, in each way. Ends in the first one. */
async function expectUsable(page: Page, ways: (Way & { look: Look })[]) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const way of ways) {
    if (ways.length > 1) await change(page, way)
    await expect(page.getByText('טוען...')).toHaveCount(0)
    expect(await barriersOf(page, way.ask), page.url()).toEqual([])
    const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }))
    expect(wide, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(seen)
  }
  if (ways.length > 1) await change(page, ways[0]!)
}

async function change(page: Page, { viewport, look }: Way & { look: Look }) {
  await page.setViewportSize(viewport)
  await applyLook(page, look)
}
