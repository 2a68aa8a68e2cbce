// spec §2, "Shared chrome": header and footer of every public page.
import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app, db, site } = await testSite()

async function partOf(path: string, part: 'header' | 'footer') {
  const { body } = await app.inject({ url: path })
  return new RegExp(`<${part}[ >].*</${part}>`, 's').exec(body)![0]
}

test.each(['/', '/contact', '/faq'])(
  'the header of %s has the logo, four navigation links, the personal area and a menu',
  async (path) => {
    const header = await partOf(path, 'header')
    for (const href of ['/', '/about', '/blog', '/contact']) expect(header).toContain(`href="${href}"`)
    expect(header).toContain('אזור אישי')
    expect(header).toMatch(/popoverTarget="site-menu"|popovertarget="site-menu"/)
    expect(header).toContain('class="logo__mark"')
  },
)

test('the header shows the logo of the business once one is uploaded', async () => {
  const logo = 'http://site.test/storage/v1/object/public/business-logos/owner/logo-light_1.png?t=1'
  await db.sql('update business_profiles set logo_url = $1, logo_light_url = $1', [logo])
  await site.caughtUp()
  const header = await partOf('/contact', 'header')
  expect(header).toContain(`src="${logo}"`)
  expect(header).not.toContain('class="logo__mark"')
  await db.sql('update business_profiles set logo_url = null, logo_light_url = null')
  await site.caughtUp()
})

test('the personal-area link points to the portal, or to the external app of the business if one is set', async () => {
  expect(await partOf('/contact', 'header')).toMatch(/href="\/client-login"[^]*?אזור אישי/)
  await db.sql(`update business_profiles set login_url = 'https://app.example.com/login'`)
  await site.caughtUp()
  const header = await partOf('/contact', 'header')
  expect(header.match(/href="https:\/\/app\.example\.com\/login"/g)).toHaveLength(2)
  expect(header).not.toContain('/client-login')
  await db.sql('update business_profiles set login_url = null')
  await site.caughtUp()
})

test('the footer has the pages, address, phone, mail, social and legal links', async () => {
  const footer = await partOf('/contact', 'footer')
  for (const href of ['/about', '/blog', '/faq', '/privacy-policy', '/terms', '/accessibility', '/disclaimer'])
    expect(footer).toContain(`href="${href}"`)
  expect(footer).toContain('רחוב הדוגמה 1, תל אביב-יפו')
  expect(footer).toContain('href="tel:+972')
  expect(footer).toContain('href="mailto:info@example.com"')
  expect(footer).toContain('https://example.com/facebook')
  expect(footer).toContain('516127057')
})
