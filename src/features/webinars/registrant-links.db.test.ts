import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { addWebinar, addSession, get, post, send, mailsTo } = webinarVisitors(siteApp)
const webinar = await addWebinar('links')
const session = await addSession(webinar, '3 days')

async function register(email: string) {
  await post('/webinar/links', { name: 'נועה', email })
  const [{ id }] = (await db.sql('select id from webinar_registrations where email = $1', [email])) as [{ id: string }]
  return id
}
const make = async (registration: string, actor: keyof typeof as = 'sales') => {
  const [{ token }] = (await db.as(as[actor], 'select make_webinar_link($1) as token', [registration])) as [
    { token: string },
  ]
  return token
}
const resend = (registration: string, actor: keyof typeof as = 'sales') =>
  db.as(as[actor], 'select resend_webinar_link($1)', [registration])

test('a link created by staff opens the registration, and its token is stored as a hash', async () => {
  const registration = await register('made@example.com')
  const token = await make(registration)
  expect((await get(`/webinar/links/thank-you?r=${token}`)).body).toContain('נרשמתם!')
  expect(JSON.stringify(await db.sql('select * from webinar_links'))).not.toContain(token)
})

test('the confirmation is mailed again with a new link, and an immediate repetition is refused', async () => {
  const email = 'again@example.com'
  const registration = await register(email)
  await expect(resend(registration)).rejects.toMatchObject({ message: 'webinar_link_just_sent' })
  await send()
  await db.sql(`update webinar_registrations set registered_at = now() - interval '1 hour' where id = $1`, [
    registration,
  ])
  await resend(registration)
  await expect(resend(registration)).rejects.toMatchObject({ message: 'webinar_link_just_sent' })
  await send()
  const keys = (await mailsTo(email)).map(({ text }) => /live\?r=([\w-]+)/.exec(text)?.[1])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('roles without access to the registration can neither create nor send a link', async () => {
  const registration = await register('hidden@example.com')
  for (const actor of ['content', 'coach', 'client'] as const) {
    await expect(make(registration, actor)).rejects.toMatchObject({ message: 'webinar_registration_not_found' })
    await expect(resend(registration, actor)).rejects.toMatchObject({ message: 'webinar_registration_not_found' })
  }
})

test('the link of a cancelled session cannot be mailed, and its page offers another date', async () => {
  const registration = await register('over@example.com')
  await db.sql(`select private.set_webinar_status($1, 'cancelled', now())`, [session])
  await expect(resend(registration)).rejects.toMatchObject({ message: 'webinar_link_over' })
  expect((await get(`/webinar/links/live?r=${await make(registration)}`)).body).toContain('המפגש בוטל')
})
