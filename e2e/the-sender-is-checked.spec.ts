// The sender check of the owner: DNS records of the sender's domain, answered by a local DNS server.
import { expect, test } from '@playwright/test'
import { testDnsServer } from '../test/dns-server.ts'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { mailInstallation } from './mail-installation.ts'

const dns = await testDnsServer()
test.afterAll(() => dns.close())
dns.zone['example.com'] = { TXT: ['v=spf1 ip4:192.0.2.1 -all'] }
dns.zone['_dmarc.example.com'] = { TXT: ['v=DMARC1; p=none'] }

const { signInAsOwner } = mailInstallation({ DNS_SERVERS: dns.address })

test('the owner sees the errors in the DNS records of the domain, and a corrected record passes the next check', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  await signInAsOwner(page, '/crm/settings?tab=messages')
  const domain = page.getByRole('region', { name: 'אימות הדומיין' })
  await expect(domain.getByText('v=DMARC1; p=none')).toBeVisible()
  await expect(domain.getByText(/המדיניות רק עוקבת/)).toBeVisible()
  await expectAccessible(page)
  await domain.getByRole('textbox', { name: /בורר/ }).fill('office2026._domainkey.example.com')
  await page.keyboard.press('Enter')
  await expect(domain.getByText('אין רשומה בשם הזה', { exact: false })).toBeVisible()
  delete dns.zone['_dmarc.example.com']
  await domain.getByRole('button', { name: 'בדיקה חוזרת' }).click()
  await expect(domain.getByText('v=DMARC1; p=none; rua=mailto:info@example.com')).toBeVisible()
  quiet()
  await context.close()
})
