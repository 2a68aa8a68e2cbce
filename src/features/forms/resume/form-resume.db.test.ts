// The reminder of an unsubmitted form: a single mail, an hour after the last change, to an address with consent.
import { expect, test } from 'vitest'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { recordConsent } from '#features/leads/record-consent.server.ts'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { testDatabase } from '../../../../test/database.ts'
import { makeForm, newKey } from '../../../../test/form-filler.ts'
import { noteAbandonedForms } from '../abandoned-forms.server.ts'
import { composeFormResume } from './form-resume.server.ts'

const db = await testDatabase()
const { call, change, filling, person, marketingId, seal } = await makeForm(db)

const asService = <T>(work: (tx: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const renderMail: RenderMail = async ({ kind, link }) => ({ subject: kind, html: '', text: link ?? '' })
const compose = composeMessage({
  compose: { form_resume: composeFormResume({ renderMail, siteUrl: 'https://site.test' }) },
})
/** A time outside quiet hours. */
const noon = new Date('2026-11-24T12:00:00+02:00')
async function send() {
  await db.sql('delete from mail.outbox')
  await asService((tx) => sendBatch(tx, { most: 50, now: noon, compose }))
  return db.sql<{ to: string; text: string }>(
    `select to_address as "to", text from mail.outbox where subject = 'form_resume'`,
  )
}

/** Saves a partial submission and ages it by the given minutes. */
async function leave(entries: object, minutes: number, key = newKey()) {
  await call('save-form-draft', filling(entries, { key, revision: 0, consentTextId: marketingId, page: 'more' }))
  await db.sql(
    `update form_submissions set last_at = now() - make_interval(mins => $1) where status = 'partial' and abandoned_at is null`,
    [minutes],
  )
  await asService((tx) => noteAbandonedForms(tx, { seal, matchContact, recordConsent }))
  return key
}
const planned = (email: string) =>
  db.sql<{ status: string; minutes: number }>(
    `select m.status, round(extract(epoch from m.planned_at - s.last_at) / 60)::int as minutes
     from scheduled_messages m join form_submissions s on s.id = m.context_id where m.to_value = $1`,
    [email],
  )

test('an hour after the last change one reminder is sent, with a separate key to continue the form', async () => {
  const visitor = person()
  const key = await leave({ ...visitor, news: 'on' }, 61)
  expect(await planned(visitor.email)).toEqual([{ status: 'scheduled', minutes: 60 }])
  const [mail, ...others] = await send()
  expect([mail?.to, others]).toEqual([visitor.email, []])
  const resumed = mail!.text.split('/').at(-1)!
  expect(mail!.text).toBe(`https://site.test/form/bdika/continue/${resumed}`)
  expect(resumed).not.toBe(key)
  const opened = await call('open-form', { formId: 'bdika', key: resumed })
  expect(opened.body['filling']).toMatchObject({ page: 'more', revision: 1 })
  // Both keys open the same submission, and a later change sends no second reminder.
  expect((await call('save-form-draft', filling({ ...visitor, news: 'on' }, { key: resumed, revision: 1, consentTextId: marketingId }))).body).toEqual({ revision: 2 }) // prettier-ignore
  expect(await send()).toEqual([])
  const sent = await Promise.all([key, resumed].map((one) => call('submit-form', filling(visitor, { key: one }))))
  expect(sent.map(({ status }) => status)).toEqual([200, 200])
  expect(await db.sql(`select count(*)::int as n from form_submissions where status = 'complete'`)).toEqual([{ n: 1 }])
})

test('a later change postpones the reminder, and submitting the form cancels it', async () => {
  const visitor = person()
  const key = await leave({ ...visitor, news: 'on' }, 40)
  await call('save-form-draft', filling({ ...visitor, news: 'on' }, { key, revision: 1, consentTextId: marketingId }))
  expect(await planned(visitor.email)).toEqual([{ status: 'scheduled', minutes: 60 }])
  await call('submit-form', filling(visitor, { key }))
  const [remaining] = await db.sql(
    `select m.status from scheduled_messages m join message_rules r on r.id = m.rule_id where r.key = 'form.resume' and m.to_value = $1`,
    [visitor.email],
  )
  expect(remaining).toEqual({ status: 'canceled' })
})

test('no reminder is sent without ticked consent, after it was unticked, or for a form without reminders', async () => {
  const [silent, regretful, unreminded] = [person(), person(), person()]
  await leave(silent, 61)
  expect(await planned(silent.email)).toEqual([])
  const key = await leave({ ...regretful, news: 'on' }, 40)
  await call('save-form-draft', filling(regretful, { key, revision: 1 }))
  expect(await planned(regretful.email)).toMatchObject([{ status: 'canceled' }])
  await change('reminds_unfinished = false')
  await leave({ ...unreminded, news: 'on' }, 61)
  expect(await planned(unreminded.email)).toEqual([])
})
