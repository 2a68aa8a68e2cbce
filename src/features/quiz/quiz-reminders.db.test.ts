// Quiz reminders: the link to continue an attempt, and the mail to a partner who has not answered.
import { beforeEach, expect, test } from 'vitest'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { createPreferencesLink } from '#features/newsletter/subscribers.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { advertisement } from '#server/template-messages.ts'
import { makeActors } from '../../../test/actors.ts'
import { quizBrowsers, tokenOf } from '../../../test/quiz-browser.ts'
import { textOf } from '../../../test/rendered-html.ts'
import { testSite } from '../../../test/site-app.ts'
import { composeQuizPartner, composeQuizResult, composeQuizResume } from './quiz-mails.server.ts'

const { app, db, site } = await testSite({ demo: false })
const { as } = await makeActors(db)
const openBrowser = quizBrowsers(app)
const siteUrl = 'http://site.test'
// Marketing mails need the postal address of the business.
await db.sql(`update business_profiles set address = 'רחוב הדוגמה 1', phone = '03-0000000', email = 'info@example.com'`)

const compose = composeMessage({
  compose: {
    quiz_result: composeQuizResult({ renderMail: site.renderMail, siteUrl }),
    quiz_resume: composeQuizResume({ renderMail: site.renderMail, siteUrl }),
    quiz_partner: composeQuizPartner({
      siteUrl,
      advertise: (tx, message, content) =>
        advertisement(tx, message, content, {
          composeCampaign: site.composeCampaign,
          makeLink: createPreferencesLink,
          siteUrl,
        }),
    }),
  },
})
/** Noon on a weekday, outside quiet hours. */
const send = () =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now: new Date('2026-11-24T12:00:00+02:00'), compose }),
  )
const mailsTo = (to: string) =>
  db.sql<{ subject: string; text: string }>(
    'select subject, text from mail.outbox where to_address = $1 order by created_at',
    [to],
  )
const plannedBy = (rule: string) =>
  db.sql<{ status: string; skip_reason: string | null; to_value: string | null; purpose: string }>(
    `select s.status, s.skip_reason, s.to_value, s.purpose from scheduled_messages s join message_rules r on r.id = s.rule_id
     where r.key = $1 order by s.created_at, s.id`,
    [rule],
  )
const pathIn = (mail: { text: string }) => /https?:\/\/site\.test(\/financial_stage\S*)/.exec(mail.text)![1]!

beforeEach(async () => {
  await db.sql('delete from quiz_attempts')
  await db.sql('delete from scheduled_messages')
  await db.sql('delete from mail.outbox')
  await db.sql('delete from suppressions')
})

let serial = 0
const address = () => `visitor${serial++}@example.com`

/** Answers three questions and requests the link. */
async function leave(email = address()) {
  const browser = openBrowser()
  await browser.post('/start')
  await browser.answer('0 3 2')
  const asked = await browser.post('/questions/later', { question: 'q4', email })
  return { browser, email, asked }
}
const idle = (minutes: number) =>
  db.sql('update quiz_attempts set last_at = now() - make_interval(mins => $1) where result is null', [minutes])

test('a visitor who stops can request one link, sent three hours after the last answer, that continues in any browser', async () => {
  const { browser, email, asked } = await leave()
  expect([asked.statusCode, asked.headers.location]).toEqual([303, '/financial_stage/questions?q=4&later=1#later'])
  expect(textOf((await browser.get(asked.headers.location as string)).body)).toContain('תגיע הודעה אחת')
  const [planned] = await db.sql(
    `select s.contact_id, s.purpose, round(extract(epoch from s.planned_at - a.last_at) / 60)::int as minutes
     from scheduled_messages s join quiz_attempts a on a.id = s.context_id`,
  )
  expect(planned).toEqual({ contact_id: null, purpose: 'service', minutes: 180 })
  expect(await db.sql(`select from contact_points where value_norm = $1`, [email])).toEqual([])

  await idle(179)
  await send()
  expect(await mailsTo(email)).toEqual([])
  await idle(181)
  await send()
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  const path = pathIn(mail!)
  expect(path).toMatch(/^\/financial_stage\/questions\?r=[\w-]{32}$/)
  expect(path).not.toContain(browser.key())
  expect(await db.sql('select key_hash from quiz_mailed_keys')).toEqual([{ key_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]) // prettier-ignore

  // Opening the link sets no cookie, because mail scanners open links.
  const phone = openBrowser()
  const opened = await phone.get(path)
  expect([textOf(opened.body).includes('להמשך השאלון'), opened.headers['set-cookie']]).toEqual([true, undefined])
  const resumed = await phone.post('/resume', { resume: tokenOf(path) })
  expect(resumed.headers.location).toBe('/financial_stage/questions?q=4#question')
  // Both browsers continue the same attempt, and a later answer sends no second reminder.
  await browser.post('/questions', { question: 'q4', answer: '1', step: 'next' })
  expect(textOf((await phone.get('/financial_stage/questions')).body)).toContain('שאלה 5 מתוך 10')
  await idle(181)
  await send()
  expect(await mailsTo(email)).toHaveLength(1)
  await phone.answer('0 3 2 1 2 2 2 2 2 2')
  const result = (await phone.post('/questions/skip')).headers.location as string
  await phone.post('/results/viewed', { token: tokenOf(result) })
  expect(await db.sql('select status, reached from quiz_attempts')).toEqual([{ status: 'viewed', reached: 10 }])
  expect(await db.sql('select from quiz_reminders')).toEqual([])
})

test('a finished quiz sends no reminder, and invalidates a link that was mailed before', async () => {
  const { browser, email } = await leave()
  await idle(181)
  await send()
  const path = pathIn((await mailsTo(email))[0]!)
  const early = await leave()
  for (const one of [browser, early.browser]) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await one.answer('2 2 2 2 2 2 2 2 2 2')
    // oxlint-disable-next-line no-await-in-loop -- in order
    await one.post('/questions/skip')
  }
  // A scheduled reminder is cancelled too.
  expect((await plannedBy('quiz.resume')).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  expect(await db.sql('select from quiz_reminders')).toEqual([])
  await send()
  expect(await mailsTo(early.email)).toEqual([])
  const stranger = openBrowser()
  expect(textOf((await stranger.get(path)).body)).toContain('הקישור כבר לא פעיל')
  const late = await stranger.post('/resume', { resume: tokenOf(path) })
  expect([late.statusCode, late.headers['set-cookie']]).toEqual([404, undefined])
})

test('a result finished from a mailed link is not shown in the browser that started the attempt', async () => {
  const { browser, email } = await leave()
  await idle(181)
  await send()
  const path = pathIn((await mailsTo(email))[0]!)
  const other = openBrowser()
  await other.post('/resume', { resume: tokenOf(path) })
  await other.answer('0 3 2 1 2 2 2 2 2 2')
  const finished = await other.post('/questions/details', { name: 'דנה לדוגמה', email })
  expect(finished.statusCode).toBe(303)
  // A repeated request returns the result again; the other key gets no result.
  expect((await other.post('/questions/skip')).headers.location).toMatch(/results\?r=/)
  const stale = await browser.post('/questions/skip')
  expect([stale.statusCode, stale.headers.location]).toEqual([404, undefined])
  expect(textOf((await browser.get('/financial_stage/questions')).body)).toContain('המילוי לא נמצא')
})

test('no reminder is sent without an address; an invalid address is refused at its field, and a later one replaces it', async () => {
  const browser = openBrowser()
  await browser.post('/start')
  await browser.answer('1 2')
  await idle(181)
  await send()
  expect(await plannedBy('quiz.resume')).toEqual([])
  const wrong = await browser.post('/questions/later', { question: 'q3', email: 'noa@' })
  expect(wrong.statusCode).toBe(422)
  expect(textOf(wrong.body)).toContain('כתובת הדוא״ל אינה תקינה')
  expect(textOf(wrong.body)).toContain('שאלה 3 מתוך 10')
  expect(wrong.body).toContain('value="noa@"')
  const [first, second] = [address(), address()]
  await browser.post('/questions/later', { question: 'q3', email: first })
  await browser.post('/questions/later', { question: 'q3', email: second.toUpperCase() })
  await idle(181)
  await send()
  expect([await mailsTo(first), (await mailsTo(second)).length]).toEqual([[], 1])
  const without = await openBrowser().post('/questions/later', { question: 'q3', email: first })
  expect(without.statusCode).toBe(404)
})

test('an address gets at most three links a day, and none if it is suppressed', async () => {
  const email = address()
  for (let i = 0; i < 4; i++)
    // oxlint-disable-next-line no-await-in-loop -- in order
    await leave(email)
  await idle(181)
  await send()
  expect(await mailsTo(email)).toHaveLength(3)
  expect((await plannedBy('quiz.resume')).map(({ skip_reason: reason }) => reason).filter(Boolean)).toEqual([
    'too_many_copies',
  ])
  const blocked = address()
  await db.sql(`insert into suppressions (value_hash, reason, value_norm) values (address_hash($1), 'legal', $1)`, [
    blocked,
  ])
  await leave(blocked)
  await idle(181)
  await send()
  expect(await mailsTo(blocked)).toEqual([])
})

/** A household of two: one has a result with details, the other is a contact with or without consent. */
async function couple({ agrees = true, isHome = true, opensMail = true } = {}) {
  const [mine, theirs] = [address(), address()]
  const browser = openBrowser()
  await browser.post('/start')
  await browser.answer('4 4 4 4 4 4 0 0 2 2')
  const details = await browser.post('/questions/details', { name: 'דנה לדוגמה', email: mine })
  const shown = tokenOf(details.headers.location as string)
  await send()
  const token = opensMail ? tokenOf(pathIn((await mailsTo(mine))[0]!)) : shown
  const [other] = await db.sql<{ id: string }>(
    `with home as (insert into households (name) values ('בית לדוגמה') returning id),
       one as (update contacts c set household_id = home.id, household_role = 'partner' from home
         where c.id = (select contact_id from contact_points where value_norm = $1) returning c.id),
       other as (insert into contacts (first_name, household_id, household_role)
         select 'יואב', case when $3 then home.id end, case when $3 then 'partner' end from home returning id),
       point as (insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) select id, 'email', $2, $2, true from other)
     select other.id from other, one`,
    [mine, theirs, isHome],
  )
  if (agrees)
    await db.as(as.owner, `select record_consent($1, 'email', $2, 'grant', 'ביקשו בטלפון')`, [other!.id, theirs])
  await db.sql('delete from scheduled_messages')
  return { browser, token, theirs, page: () => browser.get(`/financial_stage/results?r=${token}`) }
}
type Couple = Awaited<ReturnType<typeof couple>>
const invite = async ({ browser, token }: Couple, remindsPartner = true) => {
  const reply = await browser.post('/results/invite', { token, ...(remindsPartner && { remindsPartner: 'on' }) })
  return /invitation=([\w-]+)/.exec(reply.headers.location as string)![1]!
}
/** Submits another address with the details, and invites from the link mailed to it. */
async function inviteFromOwnMail({ browser, token, ...pair }: Couple) {
  const own = address()
  await browser.post('/results/send', { token, name: 'דנה לדוגמה', email: own })
  await send()
  return invite({ ...pair, browser, token: tokenOf(pathIn((await mailsTo(own))[0]!)) })
}
/** Moves the invitation into the past by this number of days. */
const wait = (days: number) =>
  db.sql(
    "update quiz_attempts set invite_expires_at = now() + make_interval(days => 30 - $1) - interval '1 minute' where invite_hash is not null",
    [days],
  )

test('a partner who does not answer gets one reminder after three days, with a separate invitation link', async () => {
  const pair = await couple()
  await invite(pair)
  await wait(2)
  await send()
  expect(await mailsTo(pair.theirs)).toEqual([])
  await wait(3)
  await send()
  const [mail, ...others] = await mailsTo(pair.theirs)
  expect(others).toEqual([])
  expect(mail!.subject).toMatch(/^פרסומת/)
  expect(await plannedBy('quiz.partner')).toMatchObject([{ purpose: 'marketing', status: 'sending' }])
  // The mail contains neither the inviter's name nor their result.
  expect(mail!.text).not.toMatch(/דנה|שלב \d/)
  const path = pathIn(mail!)
  expect(textOf((await openBrowser().get(path)).body)).toContain('הוזמנתם למלא את השאלון גם אתם')
  // A second invitation sends no further reminder and invalidates the mailed link.
  await invite(pair)
  await wait(4)
  await send()
  expect(await mailsTo(pair.theirs)).toHaveLength(1)
  expect((await openBrowser().post('/start', { invitation: tokenOf(path) })).statusCode).toBe(404)
})

test('the mailed invitation leads to the same comparison as the displayed link', async () => {
  const pair = await couple()
  await invite(pair)
  await wait(3)
  await send()
  const invitation = tokenOf(pathIn((await mailsTo(pair.theirs))[0]!))
  const other = openBrowser()
  const theirs = await other.finish('4 4 0 4 4 4 4 4 2 2', { invitation })
  await other.post('/results/share', { token: tokenOf(theirs) })
  expect(textOf((await pair.page()).body)).toContain('חיסכון ועתיד דורש תשומת לב חזק כדאי לדבר על זה')
})

test.each<[string, Parameters<typeof couple>[0], (pair: Couple) => Promise<unknown>, string | undefined]>([
  ['who was not to be reminded', {}, (pair) => invite(pair, false), undefined],
  ['of an address that was typed only', { opensMail: false }, (pair) => invite(pair), undefined],
  ['of an address whose result was mailed to another one', { opensMail: false }, inviteFromOwnMail, undefined],
  ['who is not in the household', { isHome: false }, (pair) => invite(pair), undefined],
  ['without consent', { agrees: false }, (pair) => invite(pair), 'no_consent'],
  ['who answered', {}, async (pair) => openBrowser().finish('2 2 2 2 2 2 2 2 2 2', { invitation: await invite(pair) }), 'entity_changed'], // prettier-ignore
  ['whose invitation was withdrawn', {}, async (pair) => { await invite(pair); await pair.browser.post('/results/stop-sharing', { token: pair.token }) }, 'entity_changed'], // prettier-ignore
])('a partner %s gets no reminder', async (_who, home, act, reason) => {
  const pair = await couple(home)
  await act(pair)
  await wait(3)
  await send()
  expect(await mailsTo(pair.theirs)).toEqual([])
  expect((await plannedBy('quiz.partner')).map(({ skip_reason: reason }) => reason)).toEqual(reason ? [reason] : [])
})

test('withdrawing an invitation also invalidates the mailed link', async () => {
  const pair = await couple()
  await invite(pair)
  await wait(3)
  await send()
  const invitation = tokenOf(pathIn((await mailsTo(pair.theirs))[0]!))
  await pair.browser.post('/results/stop-sharing', { token: pair.token })
  await invite(pair, false)
  expect((await openBrowser().post('/start', { invitation })).statusCode).toBe(404)
})

test("the inviter's page shows the date of an unanswered invitation and the available actions", async () => {
  const pair = await couple()
  await invite(pair, false)
  const pageText = async () => textOf((await pair.page()).body)
  expect(await pageText()).toContain('ההזמנה מחכה לתשובה')
  await wait(3)
  expect(await pageText()).toMatch(/ההזמנה מ־\d+\.\d+\.\d+ עוד לא נענתה.*התוצאה שלכם שלמה גם בלי ההשוואה.*לקישור חדש/)
  await wait(31)
  expect(await pageText()).toMatch(/לא נענתה, והקישור שלה כבר לא בתוקף.*להזמנה חדשה/)
  expect((await pair.browser.post('/results/share', { token: pair.token })).statusCode).toBe(409)
})
