// A landing page with a block that is bound to a webinar.
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { publishPage } from '../../../test/published-page.ts'
import { blockOf } from '../../../test/site-facts.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { addWebinar, addSession, get, post } = webinarVisitors(siteApp)

test('a landing page with a webinar accepts registrations, shows its current dates, and redirects to its thank-you page', async () => {
  const webinar = await addWebinar('bound')
  const session = await addSession(webinar, '3 days')
  const blocks = [blockOf('opening', { title: 'ערב על כסף' }), blockOf('webinar', { webinar: 'bound' })]
  await publishPage(db, { path: '/ninja', label: 'נינג׳ה', blocks })
  await eventually(async () => expect((await get('/ninja')).body).toContain('action="/webinar/bound#webinar-errors"'))
  const answer = await post('/webinar/bound', { name: 'נועה לדוגמה', email: 'noa@bound.example.com' })
  expect(answer.headers.location).toMatch(/^\/webinar\/bound\/thank-you\?r=[\w-]+#sent$/)
  await db.sql(
    `update webinar_sessions set cancelled_at = now(), status = 'cancelled', cancel_reason = 'חולי' where id = $1`,
    [session],
  )
  await eventually(async () => expect((await get('/ninja')).body).not.toContain('action="/webinar/bound'))
})
