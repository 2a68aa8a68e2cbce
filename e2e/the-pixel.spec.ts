import { expect, type Page, test } from '@playwright/test'
import { loginOf } from './browser-helpers.ts'

/** The stubbed social network: its script and its tracking image. */
async function network(page: Page, { blocked = false } = {}) {
  const requestedUrls: URL[] = []
  await page.route(/facebook/, (route) => {
    const url = new URL(route.request().url())
    requestedUrls.push(url)
    if (url.hostname === 'www.facebook.com') return route.fulfill({ contentType: 'image/gif', body: '' })
    if (blocked) return route.abort()
    return route.fulfill({
      contentType: 'text/javascript',
      body: `{ const pixelCalls = []; window.pixelCalls = pixelCalls
        fbq.callMethod = (...call) => pixelCalls.push(call)
        for (const call of fbq.queue.splice(0)) fbq.callMethod(...call) }`,
    })
  })
  return requestedUrls
}

async function usePixel(baseURL: string, page: Page, pixelId: string | undefined) {
  await page.goto('/auth')
  const apikey = await page.locator('meta[name="backend-key"]').getAttribute('content')
  const { email, password } = loginOf('owner')
  const session = await page.request.post(`${baseURL}/auth/v1/token?grant_type=password`, {
    headers: { apikey: apikey! },
    data: { email, password },
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  const headers = { apikey: apikey!, authorization: `Bearer ${token}` }
  await page.request.delete(`${baseURL}/rest/v1/tracking_settings?is_only=is.true`, { headers })
  if (pixelId)
    expect(
      (await page.request.post(`${baseURL}/rest/v1/tracking_settings`, { headers, data: { pixel_id: pixelId } })).ok(),
    ).toBe(true)
}

test('a page view is sent only with consent to marketing cookies, by script or tracking image', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await usePixel(baseURL!, page, '123456789')
  const requests = await network(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'חיוניות בלבד' }).click()
  await page.goto('/contact')
  expect(requests).toEqual([])

  await page.getByRole('button', { name: 'הגדרות עוגיות' }).click()
  await page.getByRole('button', { name: 'אישור הכול' }).click()
  await expect
    .poll(() => page.evaluate(() => (window as { pixelCalls?: unknown }).pixelCalls))
    .toEqual([
      ['init', '123456789'],
      ['track', 'PageView'],
    ])
  await page.unroute(/facebook/)
  const blocked = await network(page, { blocked: true })
  await page.goto('/')
  await expect.poll(() => blocked.map((url) => `${url.hostname}${url.pathname}`)).toContain('www.facebook.com/tr')
  expect(Object.fromEntries(blocked.find((url) => url.pathname === '/tr')!.searchParams)).toMatchObject({
    id: '123456789',
    ev: 'PageView',
    dl: `${baseURL}/`,
  })
  await usePixel(baseURL!, page, undefined)
  const answer = await page.request.get(`${baseURL}/`)
  expect(answer.headers()['content-security-policy']).not.toContain('facebook')
  await context.close()
})
