// Cancellation of a session with many registrants.
import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { addWebinar, addSession, send } = webinarVisitors(siteApp)
const registrants = 500

test('a cancelled session with five hundred registrants mails each of them once', async () => {
  const webinar = await addWebinar('full-house')
  const session = await addSession(webinar, '5 days')
  await db.sql(
    `with people as (
       insert into contacts (first_name) select 'נועה ' || n from generate_series(1, $3::int) n returning id)
     insert into webinar_registrations (webinar_id, session_id, contact_id, name, email)
     select $1, $2, p.id, 'נועה', p.id || '@house.example.com' from people p`,
    [webinar, session, registrants],
  )
  const cancel = () => db.sql(`select private.set_webinar_status($1, 'cancelled', now())`, [session])
  await cancel()
  const planned = await db.sql<{ key: string; messages: number; people: number }>(
    `select r.key, count(*)::int as messages, count(distinct s.to_value)::int as people
     from scheduled_messages s join message_rules r on r.id = s.rule_id
     where s.status = 'scheduled' and s.to_value like '%@house.example.com' group by r.key`,
  )
  expect(planned).toEqual([{ key: 'webinar.cancelled', messages: registrants, people: registrants }])
  // Batches of 200, a repeated cancellation in between, and batches without remaining mails.
  for (let batch = 0; batch < 5; batch++) {
    await send(new Date())
    await cancel()
  }
  const [sent] = await db.sql<{ mails: number; people: number; subjects: string[] }>(
    `select count(*)::int as mails, count(distinct to_address)::int as people, array_agg(distinct subject) as subjects
     from mail.outbox where to_address like '%@house.example.com'`,
  )
  expect(sent).toEqual({ mails: registrants, people: registrants, subjects: ['ההדרכה בוטלה: תקציב שמחזיק'] })
})
