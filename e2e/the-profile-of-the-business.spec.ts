import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

const toastOf = (page: Page, text: string) => page.getByRole('region', { name: 'הודעות' }).getByText(text)
const save = (page: Page) => page.getByRole('button', { name: 'שמירת השינויים' }).click()
const slot = (page: Page, name: string) => page.getByRole('group', { name })
/** 2 × 2 pixels: the minimum image size. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGPgiQoFIgYIBQATXgLtj9Ao1AAAAABJRU5ErkJggg==',
  'base64',
)

test('spec §8: the owner edits the business profile, and the site shows it at once', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/settings?tab=business')
  const hours = page.getByLabel('שעות פעילות')
  const before = await hours.inputValue()
  await hours.fill('בתיאום מראש')
  await page.getByLabel('מספר חברה').fill('516127058')
  await page.getByLabel('טלפון').fill('מתחת לשולחן')
  await page.getByLabel('LinkedIn').fill('linkedin com')
  await save(page)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('יש 3 שדות לתיקון')
  await expect(page.getByText('מספר החברה אינו תקין', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('מספר חברה').fill('516127057')
  await page.getByLabel('טלפון').fill('*6789')
  await page.getByLabel('LinkedIn').fill('www.linkedin.com/company/example')
  await page.getByLabel('קישור לאזור האישי').fill('app.example.com/login')
  await save(page)
  await expect(page.getByRole('heading', { name: 'הצלחה', exact: true })).toBeVisible()
  await expect(toastOf(page, 'פרופיל העסק עודכן בהצלחה')).toBeVisible()
  await expect(page.getByLabel('LinkedIn')).toHaveValue('https://www.linkedin.com/company/example')
  const shown = await (await page.request.get('/contact')).text()
  expect(shown).toContain('בתיאום מראש')
  expect(shown).toContain('href="https://app.example.com/login"')

  await hours.fill(before)
  await page.getByLabel('טלפון').fill('03-0000000')
  await page.getByLabel('LinkedIn').fill('')
  await page.getByLabel('קישור לאזור האישי').fill('')
  // The same toast text is shown again: the previous one has to be gone.
  await expect(toastOf(page, 'פרופיל העסק עודכן בהצלחה')).toBeHidden()
  await save(page)
  await expect(toastOf(page, 'פרופיל העסק עודכן בהצלחה')).toBeVisible()

  await page.route('**/rest/v1/business_profiles?**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await hours.fill('אחרי חצות')
  await save(page)
  await expect(toastOf(page, 'שגיאה בעדכון פרופיל העסק')).toBeVisible()
  await expect(hours).toHaveValue('אחרי חצות')
  quiet()
  await context.close()
})

test('spec §7, §8: an image is stored in its bucket and column and shown on the site; other files are rejected', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  const sent: { path: string; body: string; upsert: string | undefined }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/storage\/v1\/object\/business|business_profiles/.test(pathname) || request.method() === 'GET') return
    sent.push({ path: pathname, body: request.postData() ?? '', upsert: request.headers()['x-upsert'] })
  })
  await signIn(page, 'owner', '/crm/settings?tab=brand')
  const choose = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
    slot(page, name).locator('input[type=file]').setInputFiles(file)

  for (const [what, buffer, errorText] of [
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'הקובץ אינו תמונה שאפשר להציג'],
    ['half a picture', png.subarray(0, 30), 'הקובץ פגום'],
    ['a giant', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 'הקובץ גדול מ־5 מ״ב'],
  ] as const) {
    await choose('לוגו לרקע בהיר', { name: 'logo.png', mimeType: 'image/png', buffer })
    await expect(toastOf(page, 'שגיאה בהעלאת התמונה'), what).toBeVisible()
    await expect(slot(page, 'לוגו לרקע בהיר').getByText(errorText), what).toBeVisible()
  }
  expect(sent).toEqual([])

  const pictures = [
    ['לוגו לרקע בהיר', 'הלוגו הבהיר הועלה ועודכן בהצלחה', 'business-logos', 'logo-light', 'logo_light_url'],
    ['לוגו לרקע כהה', 'הלוגו הכהה הועלה ועודכן בהצלחה', 'business-logos', 'logo-dark', 'logo_dark_url'],
    ['תמונת פרופיל', 'תמונת הפרופיל הועלתה ועודכנה בהצלחה', 'business-profiles', 'profile', 'profile_image_url'],
  ] as const
  for (const [name, label, bucket, kind, column] of pictures) {
    sent.length = 0
    await choose(name, { name: 'any name.png', mimeType: 'image/png', buffer: png })
    await expect(toastOf(page, label)).toBeVisible()
    const [upload, update] = sent
    expect(upload!.path).toMatch(new RegExp(`^/storage/v1/object/${bucket}/[0-9a-f-]{36}/${kind}_\\d+\\.png$`))
    expect(upload!.upsert).toBe('true')
    const download = await page.request.get(upload!.path.replace('/object/', '/object/public/'))
    expect(download.headers()['cache-control']).toBe('max-age=0')
    const address = expect.stringMatching(new RegExp(`/public/${bucket}/.*/${kind}_(\\d+)\\.png\\?t=\\1$`))
    expect(JSON.parse(update!.body)).toEqual({
      [column]: address,
      ...(kind === 'logo-light' && { logo_url: address }),
      updated_at: expect.any(String),
    })
    await expect(slot(page, name).getByRole('img')).toHaveJSProperty('naturalWidth', 2)
  }
  await expect(page.getByRole('complementary').first().locator('img.logo__image')).toHaveAttribute('src', /logo-light/)
  expect(await (await page.request.get('/contact')).text()).toContain('/public/business-logos/')
  await expectAccessible(page)
  for (const [name] of pictures) {
    await slot(page, name).getByRole('button', { name: 'הסרה' }).press('Enter')
    await expect(slot(page, name).getByRole('img')).toHaveCount(0)
  }
  quiet()
  await context.close()
})

test('spec §9: colours are previewed and contrast-checked before saving, and apply to the app and the site', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/settings?tab=brand')
  const primary = page.getByRole('textbox', { name: 'ראשי', exact: true })
  await expect(page.getByRole('listitem').filter({ hasText: 'טקסט על כפתור ראשי' })).toContainText('8.0:1')
  await primary.fill('0c5a5')
  await save(page)
  await expect(primary).toBeFocused()
  await expect(page.getByText('יש להזין צבע בן שש ספרות')).toBeVisible()
  // Yellow: white text on it would be unreadable, so it is darkened, with a notice.
  await primary.fill('ffff00')
  await expect(page.getByText('הצבע הראשי בהיר מדי לטקסט לבן')).toBeVisible()
  const ratio = page.getByRole('listitem').filter({ hasText: 'טקסט על כפתור ראשי' })
  expect(Number((await ratio.textContent())!.match(/[\d.]+(?=:1)/)![0])).toBeGreaterThanOrEqual(4.5)
  await expectAccessible(page)
  await primary.fill('7a1f5c')
  await save(page)
  await expect(toastOf(page, 'פרופיל העסק עודכן בהצלחה')).toBeVisible()
  const seed = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--brand-primary'))
  await expect.poll(seed).toBe('#7a1f5c')
  const brandSheet = async () => (await page.request.get('/brand.css')).text()
  expect(await brandSheet()).toContain('--brand-primary:#7a1f5c')
  await page.getByRole('button', { name: 'ברירת מחדל' }).click()
  await save(page)
  // The message of the first save may still be visible.
  await expect.poll(brandSheet).toBe(':root{}')
  quiet()
  await context.close()
})

test("spec §5, §6: the settings require the owner's role, and a visitor is sent to sign in", async ({ page }) => {
  await page.goto('/crm/settings?tab=business')
  await expect(page).toHaveURL(/\/auth$/)
  await signIn(page, 'coach', '/crm/settings?tab=business')
  await expect(page.getByRole('heading', { level: 2, name: 'הפרופיל שלי' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'פרופיל העסק' })).toHaveCount(0)
})
