// Mails and calendar entries when a registrant cancels and restores a registration.
import { expect, test } from 'vitest'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { addWebinar, addSession, get, post, send } = webinarVisitors(siteApp)

/** Creates a registrant of a webinar with two dates, or of an on-demand one. */
async function registrant(slug: string, kind: 'live' | 'on_demand' = 'live') {
  const recording = { provider: 'youtube', ref: 'dQw4w9WgXcQ' }
  const webinar = await addWebinar(slug, kind === 'on_demand' ? { kind, recording } : {})
  const dates = kind === 'live' ? [await addSession(webinar, '5 days'), await addSession(webinar, '9 days')] : []
  const email = `${slug}@example.com`
  const register = async () => {
    const more: Record<string, string> = dates.length > 0 ? { sessionId: dates[0]! } : {}
    const answer = await post(`/webinar/${slug}`, { name: 'נועה לדוגמה', email, ...more })
    expect(answer.statusCode).toBe(303)
    return new URL(answer.headers.location!, 'http://site.test').searchParams.get('r')!
  }
  const token = await register()
  return {
    register,
    cancel: () => post(`/webinar/${slug}/live/cancel`, { token }),
    thanks: async () => (await get(`/webinar/${slug}/thank-you?r=${token}`)).body,
    moveToNext: () => post(`/webinar/${slug}/live/move`, { token, sessionId: dates[1]! }),
    /** The mails since the last call, each with the content of its calendar file. */
    mails: async () => {
      await send(new Date())
      await send(new Date())
      await db.sql(`update scheduled_messages set status = 'sent' where status = 'sending'`)
      const sent = await db.sql<{ subject: string; payload: { attachments: { content: string }[] } | null }>(
        'with gone as (delete from mail.outbox where to_address = $1 returning *) select * from gone order by created_at, id',
        [email],
      )
      return sent.map(({ subject, payload }) => {
        const file = payload?.attachments[0]?.content.replaceAll('\r\n ', '') ?? ''
        const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(file)?.[1]?.trim()
        return { subject, method: value('METHOD'), sequence: value('SEQUENCE'), uid: value('UID') }
      })
    },
  }
}
const confirmed = 'המקום שלכם שמור: תקציב שמחזיק'
const cancelled = 'ההרשמה בוטלה: תקציב שמחזיק'

test('a cancelled registration is mailed once, and its calendar file withdraws the confirmed entry', async () => {
  const { cancel, mails } = await registrant('own-cancellation')
  const [confirmation] = await mails()
  expect(confirmation).toMatchObject({ subject: confirmed, method: 'PUBLISH', sequence: '0' })
  await cancel()
  await cancel()
  expect(await mails()).toEqual([{ subject: cancelled, method: 'CANCEL', sequence: '1', uid: confirmation!.uid }])
})

test('a restored registration is confirmed again with a newer calendar entry, and its next cancellation is mailed, too', async () => {
  const { cancel, register, mails } = await registrant('returning')
  await mails()
  await cancel()
  await mails()
  await register()
  expect(await mails()).toMatchObject([{ subject: confirmed, method: 'PUBLISH', sequence: '2' }])
  await cancel()
  expect(await mails()).toMatchObject([{ subject: cancelled, method: 'CANCEL', sequence: '3' }])
})

test('restoring before the cancellation is mailed sends only one confirmation', async () => {
  const { cancel, register, mails } = await registrant('second-thoughts')
  await cancel()
  await register()
  expect(await mails()).toMatchObject([{ subject: confirmed, method: 'PUBLISH', sequence: '2' }])
})

test('a cancelled registration that moves to another date gets a mail about the move, and no confirmation', async () => {
  const { cancel, moveToNext, mails } = await registrant('another-date')
  await mails()
  await cancel()
  await mails()
  await moveToNext()
  expect(await mails()).toMatchObject([{ subject: 'מועד חדש להדרכה: תקציב שמחזיק', method: 'PUBLISH', sequence: '2' }])
})

test('a registrant who moves twice gets a mail for each date', async () => {
  const { moveToNext, mails } = await registrant('twice-moved')
  await mails()
  await moveToNext()
  expect(await mails()).toMatchObject([{ method: 'PUBLISH', sequence: '1' }])
  await db.sql(
    `update webinar_sessions s set starts_at = s.starts_at + interval '1 hour' from webinar_registrations r
     where r.session_id = s.id and r.email = 'twice-moved@example.com'`,
  )
  expect(await mails()).toMatchObject([{ method: 'PUBLISH', sequence: '2' }])
})

test('cancelling a registration without a date, or for a past date, withdraws no calendar entry', async () => {
  const onDemand = await registrant('own-pace', 'on_demand')
  await onDemand.mails()
  await onDemand.cancel()
  expect(await onDemand.mails()).toEqual([])
  const late = await registrant('too-late')
  await late.mails()
  await db.sql(
    `update webinar_sessions s set starts_at = now() - interval '2 hours' from webinar_registrations r
     where r.session_id = s.id and r.email = 'too-late@example.com'`,
  )
  await late.mails()
  await late.cancel()
  expect(await late.mails()).toEqual([])
})

test('the thank-you page of a cancelled registration shows the cancellation, and offers no calendar file', async () => {
  const { cancel, thanks } = await registrant('no-thanks')
  expect(await thanks()).toContain('קובץ ליומן')
  await cancel()
  const body = await thanks()
  expect(body).toContain('ההרשמה בוטלה')
  expect(body).not.toContain('נרשמתם!')
  expect(body).not.toContain('ליומן')
})
