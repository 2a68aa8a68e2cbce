import { expect, test } from 'vitest'
import { address } from './clients.ts'

const open = (path: string) => fetch(`${address}${path}`, { redirect: 'manual' })

for (const path of ['/', '/contact', '/auth', '/auth?mode=signup', '/crm', '/crm/pipeline', '/crm/contacts'])
  test(`${path} returns a Hebrew right-to-left page with a strict content security policy`, async () => {
    const response = await open(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/)
    const html = await response.text()
    expect(html).toMatch(/<html[^>]* lang="he"/)
    expect(html).toMatch(/<html[^>]* dir="rtl"/)
    // Structured data is a script element that is not executed.
    expect(html).not.toMatch(/<script(?![^>]*(?:\bsrc=|type="application\/ld\+json"))[^>]*>|\sstyle="|\son\w+="/)
  })

test('/dashboard redirects to /crm', async () => {
  const response = await open('/dashboard')
  expect([301, 302]).toContain(response.status)
  expect(response.headers.get('location')).toBe('/crm')
})

for (const path of [
  '/no-such-page',
  '/no/such/page',
  '/crmx',
  '/%D7%9C%D7%90-%D7%A7%D7%99%D7%99%D7%9D',
  '/contact/%2e%2e%2fetc',
])
  test(`${path} returns a 404 page with links`, async () => {
    const response = await open(path)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('העמוד לא נמצא')
    expect(html).toContain('href="/"')
  })

test('an unchanged page responds with 304', async () => {
  const first = await open('/')
  const again = await fetch(`${address}/`, { headers: { 'if-none-match': first.headers.get('etag')! } })
  expect(again.status).toBe(304)
})

test('a HEAD request changes nothing and responds like GET without a body', async () => {
  const response = await fetch(`${address}/contact`, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
})
