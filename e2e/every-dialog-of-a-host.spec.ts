// The dialogs over the screens of a host, in every mode of the accessibility widget.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { applyLook, barriersOf, loginOf, lookWith, openWindow, startSession } from './browser-helpers.ts'
import { row } from './visual/screens.ts'

const modes = [{}, { contrast: 'high' }, { contrast: 'invert' }, { fontScale: 1.6 }]
const button = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true })
const dialogs: [string, (page: Page) => Locator][] = [
  ['/crm/calendar?view=agenda&host=all', (page) => page.locator('.cal-agenda button').first()],
  ['/crm/calendar', button('פגישה')],
  ['/crm/appointments?shown=all', (page) => page.locator('.appointments__open').first()],
  ['/crm/appointment-types', button('סוג פגישה')],
  ['/crm/appointment-types', button('עריכה')],
  ['/crm/appointment-types', button('קישור אישי')],
  ['/crm/availability', button('לוח שעות נוסף')],
  ['/crm/availability', button('תאריך')],
  ['/crm/availability', button('היעדרות')],
  ['/crm/availability', button('חופשת לימודים')],
  [`/crm/contacts/${row(2, 1)}`, button('הצעת שעות')],
  [`/crm/contacts/${row(2, 1)}`, button('קביעת פגישה')],
]

for (const [name, options] of [
  ['on a desktop', { viewport: { width: 1440, height: 900 } }],
  ['on a phone, in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const)
  test(`every dialog of a host is accessible in every mode ${name}`, async ({ browser }) => {
    test.setTimeout(600_000)
    const { page, context, quiet } = await openWindow(browser, options)
    await page.goto('/auth')
    const looks = []
    for (const settings of modes) looks.push(await lookWith(page, settings))
    await startSession(page, loginOf('owner'))
    const problems: string[] = []
    for (const [path, opener] of dialogs) {
      await applyLook(page, looks[0]!)
      await page.goto(path)
      await opener(page).first().click()
      const dialog = page.getByRole('dialog').first()
      await expect(dialog).toBeVisible()
      await expect(dialog.getByText('טוען...')).toHaveCount(0)
      for (const [i, look] of looks.entries()) {
        await applyLook(page, look)
        const found = await barriersOf(page, i === 0 ? 'everything' : 'looks')
        problems.push(...found.map((barrier) => `${path} ${JSON.stringify(modes[i])}: ${barrier}`))
      }
    }
    expect(problems).toEqual([])
    quiet()
    await context.close()
  })
