import { expect, test } from 'vitest'
import { minOpenMs } from '#lib/forms/form-post.ts'
import { testSite } from '../../../../test/site-app.ts'

const { app, db } = await testSite()
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ topic: 'coaching', name: 'דנה לדוגמה', phone: '050-0000076', ...fields }).toString(),
  })

test.each([
  ['faster than anybody reads', { opened: '120' }, 422],
  ['the moment the page opened', { opened: '0' }, 422],
  ['as fast as a person can', { opened: String(minOpenMs) }, 303],
  ['from a page that was open all night', { opened: '43200000' }, 303],
  ['without a script, which could tell the time', { opened: '' }, 303],
  ['with a time that is none', { opened: '-1e9' }, 303],
  ['with the trap filled', { opened: '9000', company_site: 'https://spam.example' }, 422],
])('a form sent %s gets its status', async (_how, fields, status) => {
  const answer = await post(fields)
  expect(answer.statusCode).toBe(status)
  if (status === 422) expect(answer.body).toContain('value="דנה לדוגמה"')
})

test('a contact request stores the referring page of the site with its query, and no external referrer', async () => {
  const from = 'http://site.test/contact?utm_source=mail'
  await post({ message: 'מכאן' }, { referer: from })
  await post({ message: 'משם' }, { referer: 'https://elsewhere.example/' })
  const rows = await db.sql(
    'select message, source_url from contact_requests where message is not null and not is_demo',
  )
  expect(rows).toEqual([
    { message: 'מכאן', source_url: from },
    { message: 'משם', source_url: 'http://site.test/contact' },
  ])
})
