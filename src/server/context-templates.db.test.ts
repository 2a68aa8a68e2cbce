// The owner's message templates about an appointment, order, webinar, form and quiz.
import { beforeEach, expect, test } from 'vitest'
import type { Step } from '#features/automations/engine/definition.ts'
import { automationsOf, definitionOf } from '#features/automations/running/automations.fixture.ts'
import { managePath } from '#features/booking/public/booking-view.ts'
import { mergeContexts, mergeFieldsFor, type TextContent } from '#features/message-templates/message-templates.ts'
import { readPreviews, renderTemplate } from '#features/message-templates/message-templates.server.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { linkPath } from '#features/launches/launches.ts'
import { formatDate } from '#lib/time/dates.ts'
import { orderMaker } from '#features/orders/order.fixture.ts'
import { resumePath, successPath } from '#features/orders/order-paths.ts'
import { resultPath } from '#features/quiz/quiz.ts'
import { roomPath } from '#features/webinars/webinars.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { textsOf } from '#platform/message-content/check-content.ts'
import { eventContexts } from '#web/crm/automations/event-catalog.ts'
import { makeHost } from '../../test/booking-host.ts'
import { testDatabase } from '../../test/database.ts'
import { composeTemplateMessage } from './template-messages.ts'

const db = await testDatabase()
const { as, ids, book, call, hour, change } = await makeHost(db)
await db.sql(
  `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"full_name": "דנה לוי"}' where id = $1`,
  [ids.coach],
)
const clock = { now: new Date(Date.now() + 1000) }
const automations = automationsOf(db, clock, eventContexts)
const make = orderMaker(db)
const siteUrl = 'http://site.test'
const otherContact = await make.contact()

const one = async (text: string, values: unknown[] = []) => (await db.sql<{ id: string }>(text, values))[0]!.id
let serial = 0
async function published(contextType: keyof typeof mergeContexts, text: string, channel = 'email') {
  const content = channel === 'email' ? { subject: 'הודעה', preheader: '', blocks: [{ kind: 'text', text }] } : { text }
  const [row] = await db.as<{ id: string; version: number }>(
    as.owner,
    `insert into message_templates (name, channel, context_type, draft) values ($1, $2, $3, $4) returning id, version`,
    [`תבנית ${(serial += 1)}`, channel, contextType, JSON.stringify(content)],
  )
  await db.as(as.owner, 'select from publish_message_template($1, $2)', [row!.id, row!.version])
  return row!.id
}
const render = async (templateId: string, contactId: string, context: { type: string; id: string }) => {
  const { content, missing } = await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    renderTemplate(tx, { templateId, contactId, context }, { siteUrl }),
  )
  return { text: (content as TextContent).text, missing }
}

const unexpected = () => Promise.reject(new Error('No advertisement is expected here.'))
const compose = composeMessage({
  compose: {},
  composeTemplate: composeTemplateMessage({
    composeService: async ({ subject, blocks }) => ({ subject, html: '', text: blocks.flatMap(textsOf).join('\n') }),
    composeCampaign: unexpected,
    makeLink: unexpected,
    siteUrl,
  }),
})
/** The texts of the sent messages of automations. */
async function send() {
  await db.sql(`delete from mail.outbox`)
  await db.sql(`delete from scheduled_messages where context_type <> 'automation_run'`)
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now: new Date('2026-11-24T12:00:00+02:00'), compose }),
  )
  return (await db.sql<{ text: string }>('select text from mail.outbox')).map(({ text }) => text)
}
const mail = (templateId: string): Step => ({ id: 'mail', kind: 'message', templateId, only: [] })
const reasons = () =>
  db.sql(`select status, skip_reason from scheduled_messages where context_type = 'automation_run' order by created_at`)

beforeEach(async () => {
  await db.sql(`update automations set status = 'archived'`)
  await db.sql('delete from scheduled_messages')
  await automations.deliver()
  clock.now = new Date(Date.now() + 1000)
})

test.each(Object.keys(mergeContexts))(
  'the database accepts the same merge fields of %s as the editor offers',
  async (type) => {
    const [row] = await db.sql<{ names: string[] }>('select private.merge_field_names($1) as names', [type])
    expect(row!.names.filter((name) => !name.match(/^[a-z]/i)).toSorted()).toEqual(
      mergeFieldsFor(type, [])
        .map(({ name }) => name)
        .toSorted(),
    )
  },
)

const aboutMeeting =
  'נתראה {{תאריך_פגישה:יום}} {{תאריך_פגישה:שעה}} ({{שעון_פגישה}}), {{משך_פגישה}}, עם {{מארח_פגישה}}. {{מקום_פגישה}} {{קישור.ניהול_פגישה}}'
const inMinutes = (minutes: number): Step => ({ id: 'wait', kind: 'wait', minutes, workingHours: false })

async function meetingWithMail(startsAt: string, minutes = 0) {
  const template = await published('appointment', aboutMeeting)
  await automations.enable(
    definitionOf([...(minutes ? [inMinutes(minutes)] : []), mail(template)], {
      trigger: { type: 'event', event: 'appointment.confirmed', match: {} },
      reentry: 'always',
    }),
  )
  const { body } = await book(startsAt)
  await automations.deliver()
  await automations.settle()
  return body as { appointmentId: string; token: string }
}

test('a message of an automation contains the details of the appointment that triggered it, and a manage link', async () => {
  await change(`location_kind = 'in_person', location_value = 'הרצל 1'`)
  const { appointmentId } = await meetingWithMail(hour(9))
  const [text, ...others] = await send()
  expect([others, await reasons()]).toEqual([[], [{ status: 'sending', skip_reason: null }]])
  const [met] = await db.sql<{ starts_at: Date; host: string }>(
    'select starts_at, private.host_name(user_id) as host from appointments where id = $1',
    [appointmentId],
  )
  const at = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('he-IL', { timeZone: 'Asia/Jerusalem', ...options }).format(met!.starts_at)
  const [mailText, link] = text!.split(siteUrl)
  expect(mailText!.trim()).toBe(
    `נתראה ${at({ weekday: 'long' })} ${at({ hour: '2-digit', minute: '2-digit' })} (שעון ישראל), 60 דקות, עם ${met!.host}. פגישה פנים אל פנים: הרצל 1`,
  )
  const token = link!.split('/').at(-1)!
  expect(link).toBe(managePath(token))
  const opened = await call('open-appointment', { token })
  expect(opened).toMatchObject({ status: 200, body: { rootId: appointmentId } })
})

test('a delayed message contains the new time of a rescheduled appointment', async () => {
  await meetingWithMail(hour(11), 60)
  const [link] = await db.sql<{ root_id: string }>('select root_id from appointments order by created_at desc limit 1')
  const later = new Date(Date.parse(hour(11)) + 3 * 3_600_000)
  const [moved] = await db.sql<{ id: string }>(
    `with old as (update appointments set status = 'rescheduled' where root_id = $1 returning *)
     insert into appointments (root_id, rescheduled_from_id, user_id, type_id, contact_id, title, starts_at, ends_at, status, location_kind, location_value, client_zone)
     select root_id, id, user_id, type_id, contact_id, title, $2, $2::timestamptz + interval '1 hour', 'confirmed', location_kind, location_value, client_zone from old returning id`,
    [link!.root_id, later],
  )
  await db.sql(
    `insert into appointment_attendees (appointment_id, contact_id, role, name, email)
     select $1, contact_id, role, name, email from appointment_attendees where appointment_id = $2`,
    [moved!.id, link!.root_id],
  )
  await automations.deliver()
  await automations.passTo(new Date(clock.now.getTime() + 61 * 60_000))
  await db.sql(`update scheduled_messages set send_at = now()`)
  const time = new Intl.DateTimeFormat('he-IL', { timeZone: 'Asia/Jerusalem', hour: '2-digit', minute: '2-digit' })
  expect(await send()).toEqual([expect.stringContaining(` ${time.format(later)} (שעון ישראל)`)])
})

test('a message about a cancelled appointment is skipped with entity_changed', async () => {
  const { appointmentId } = await meetingWithMail(hour(15))
  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'client' where id = $1`, [appointmentId])
  expect(await send()).toEqual([])
  expect(await reasons()).toEqual([{ status: 'skipped', skip_reason: 'entity_changed' }])
})

test.each<[when: string, change: () => Promise<unknown>]>([
  ['while its event is stored', async () => {}],
  ['after the events were pruned', () => db.sql(`delete from domain_events where type = 'appointment.cancelled'`)],
  [
    'after the contact was merged',
    () =>
      db.as(
        as.owner,
        `select merge_contacts(w.id, l.id, w.version, l.version) from contacts w, contacts l
         where w.id = $1 and l.id = (select contact_id from automation_runs order by entered_at desc limit 1)`,
        [otherContact],
      ),
  ],
])('a message triggered by a cancellation is sent %s', async (_, change) => {
  const { body } = await book(hour(17))
  await automations.deliver()
  const template = await published('appointment', 'הפגישה ב{{תאריך_פגישה:תאריך}} בוטלה. {{קישור.קביעת_פגישה}}')
  await automations.enable(
    definitionOf([mail(template)], { trigger: { type: 'event', event: 'appointment.cancelled', match: {} } }),
  )
  // The event's time is the start of its transaction, which precedes the cancellation.
  await inTransaction(db.authenticator, { role: 'service_role' }, async (tx) => {
    await tx.query('select pg_sleep(0.01)')
    await tx.query(`update appointments set status = 'cancelled', cancelled_by = 'client' where id = $1`, [
      body['appointmentId'],
    ])
  })
  await automations.deliver()
  await automations.settle()
  await change()
  expect(await send()).toEqual([expect.stringMatching(/^הפגישה ב.* בוטלה\. http:\/\/site\.test\/book\/hila\/hekerut$/)])
})

/** An enabled automation that mails about the entity of an event, and the run that the event started. */
async function mailOf(contextType: keyof typeof mergeContexts, event: string) {
  const template = await published(contextType, 'שלום')
  await automations.enable(definitionOf([mail(template)], { trigger: { type: 'event', event, match: {} } }))
  const contact = await make.contact()
  await db.sql(`insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', $2, $2)`, [
    contact,
    `${contact}@example.com`,
  ])
  return contact
}
async function orderOf(event: string) {
  const order = await make.order({ contact: await mailOf('order', event), ...(await make.product()) })
  const attempt = await make.attempt(order)
  const answer = (result: object) => make.move(order, { kind: 'answer', attempt: attempt.id, answer: result })
  if (event === 'order.failed')
    await answer({ state: 'declined', reason: 'declined', transactionId: crypto.randomUUID() })
  return {
    pay: () => answer(make.paidAnswer(attempt.reference)),
    cancel: () => make.move(order, { kind: 'cancelled', reason: 'טעות' }),
    /** Simulates that the provider's payment page expires, which also cancels the order. */
    leavePage: async () => {
      await db.sql(`update payment_attempts set closes_at = now() - interval '1 second' where id = $1`, [attempt.id])
      expect(await answer({ state: 'pending' })).toMatchObject({ status: 'cancelled' })
    },
  }
}
async function formOf(event: string) {
  const contact = await mailOf('form_submission', event)
  const id = await one(
    `with f as (insert into forms (public_id, title, draft) values ('f-' || left($1::uuid::text, 8), 'טופס', '{}') returning id),
       v as (insert into form_versions (form_id, number, definition) select id, 1, '{"title": "טופס"}' from f returning form_id)
     insert into form_submissions (form_id, form_version, key_hash, status, contact_id)
     select form_id, 1, repeat('d', 64), 'partial', $1 from v returning id`,
    [contact],
  )
  await db.sql('update form_submissions set abandoned_at = now() where id = $1', [id])
  return {
    complete: () =>
      db.sql(
        `update form_submissions set status = 'complete', completed_at = now(), abandoned_at = null where id = $1`,
        [id],
      ),
    goOn: () => db.sql('update form_submissions set last_at = now() where id = $1', [id]),
  }
}
async function registrationOf(event: string) {
  const contact = await mailOf('webinar_registration', event)
  const [registration] = await db.sql<{ id: string; session: string }>(
    `with w as (insert into webinars (slug, title) values ('w-' || left($1::uuid::text, 8), 'תקציב שמחזיק') returning id),
       s as (insert into webinar_sessions (webinar_id, starts_at) select id, now() + interval '3 days' from w returning id, webinar_id)
     insert into webinar_registrations (webinar_id, session_id, contact_id, name, email)
     select webinar_id, id, $1, 'נועה', 'web@example.com' from s returning id, session_id as session`,
    [contact],
  )
  return {
    cancel: () =>
      db.sql(`update webinar_registrations set state = 'cancelled', cancelled_at = now() where id = $1`, [
        registration!.id,
      ]),
    cancelSession: () =>
      db.sql(`update webinar_sessions set status = 'cancelled', cancelled_at = now() where id = $1`, [
        registration!.session,
      ]),
    stay: async () => {},
  }
}
/** A participant of a launch with an open cart. */
async function participantOf(contact: string) {
  const { price } = await make.product()
  const launch = await one(
    `insert into launches (title, status, prelaunch_at, cart_opens_at, cart_closes_at, price_id)
     values ('שלושה שיעורים', 'prelaunch', now() - interval '3 days', now() - interval '1 day', now() + interval '5 days', $1) returning id`,
    [price],
  )
  await db.sql(
    `insert into launch_contents (launch_id, position, title, release_kind, release_at) values
       ($1, 1, 'שיעור ראשון', 'at', now() - interval '2 days'), ($1, 2, 'שיעור שני', 'at', now() - interval '1 day'),
       ($1, 3, 'שיעור שלישי', 'at', now() + interval '1 day')`,
    [launch],
  )
  const participant = await one(
    `insert into launch_participants (launch_id, contact_id, name, email) values ($1, $2, 'נועה', $3) returning id`,
    [launch, contact, `${contact}@example.com`],
  )
  return { launch, participant }
}
async function launchOf(event: string) {
  const { participant } = await participantOf(await mailOf('launch_participant', event))
  if (event === 'launch.cart_opened') await db.sql('select private.announce_launch_carts(10)')
  const set = (columns: string) => () =>
    db.sql(`update launch_participants set ${columns} where id = $1`, [participant])
  return {
    leave: set(`status = 'opted_out', opted_out_at = now()`),
    buy: set(`status = 'buyer'`),
    missCart: set(`cart_opens_at = now() - interval '2 days', cart_closes_at = now() - interval '1 minute'`),
  }
}
const ended = [[], [{ status: 'skipped', skip_reason: 'entity_changed' }]]
const stillSending = [['שלום'], [{ status: 'sending', skip_reason: null }]]

test.each<[what: string, subject: () => Promise<() => Promise<unknown>>, outcome: unknown[]]>([
  ['a declined order is paid', async () => (await orderOf('order.failed')).pay, ended],
  ['staff cancel a declined order', async () => (await orderOf('order.failed')).cancel, ended],
  ['a started checkout is paid', async () => (await orderOf('checkout.started')).pay, ended],
  ['the payment page of a checkout expires', async () => (await orderOf('checkout.started')).leavePage, stillSending],
  ['an abandoned form is submitted', async () => (await formOf('form.abandoned')).complete, ended],
  ['an abandoned form is still open', async () => (await formOf('form.abandoned')).goOn, stillSending],
  ['a registration is cancelled', async () => (await registrationOf('webinar.registered')).cancel, ended],
  [
    'the session of a registration is cancelled',
    async () => (await registrationOf('webinar.registered')).cancelSession,
    ended,
  ],
  ['a participant leaves the launch', async () => (await launchOf('launch.joined')).leave, ended],
  ['a participant of the launch buys', async () => (await launchOf('launch.joined')).buy, stillSending],
  ['a participant buys after the cart opened', async () => (await launchOf('launch.cart_opened')).buy, ended],
  ['the cart closes', async () => (await launchOf('launch.cart_opened')).missCart, ended],
  ['a registration is unchanged', async () => (await registrationOf('webinar.registered')).stay, stillSending],
])('the conditions of a queued message are checked again before delivery: %s', async (_, subject, outcome) => {
  const change = await subject()
  await automations.deliver()
  await automations.settle()
  await change()
  expect([await send(), await reasons()]).toEqual(outcome)
})

test('an order template renders product, number, sum and document, and a link to payment or to the summary', async () => {
  const template = await published(
    'order',
    '{{שם_מוצר}} {{מספר_הזמנה}} {{סכום_הזמנה}} {{תאריך_תשלום:תאריך|עוד לא}} {{קישור.חשבונית|בלי מסמך}} {{קישור.הזמנה}}',
    'sms',
  )
  const contact = await make.contact()
  const order = await make.order({ contact, ...(await make.product()) })
  const [row] = await db.sql<{ number: number; slug: string }>(
    'select o.number, p.slug from orders o join products p on p.id = o.product_id where o.id = $1',
    [order],
  )
  const before = await render(template, contact, { type: 'order', id: order })
  expect(before.text.replaceAll(/[\u00a0\u200e\u200f]/g, ' ')).toMatch(
    new RegExp(`^בית מאוזן ${row!.number} 690 ₪ עוד לא בלי מסמך http`),
  )
  const token = before.text.split('=').at(-1)!
  expect(before.text.endsWith(siteUrl + resumePath(row!.slug, token))).toBe(true)
  expect(await db.sql('select order_id from order_links where token_hash = link_hash($1)', [token])).toEqual([
    { order_id: order },
  ])
  const attempt = await make.attempt(order)
  await make.move(order, { kind: 'answer', attempt: attempt.id, answer: make.paidAnswer(attempt.reference) })
  const after = await render(template, contact, { type: 'order', id: order })
  expect(after.text).toContain('http://127.0.0.1/doc')
  expect(after.text.endsWith(siteUrl + successPath(after.text.split('=').at(-1)!))).toBe(true)
})

test("a webinar registration template renders title and time, and the registrant's personal link to the room", async () => {
  const template = await published(
    'webinar_registration',
    '{{שם_הדרכה}} {{תאריך_הדרכה:שעה}} {{שעון_הדרכה}} {{משך_הדרכה}} {{קישור.הדרכה}}',
    'sms',
  )
  const contact = await make.contact()
  const registration = await one(
    `with w as (insert into webinars (slug, title) values ('תקציב', 'תקציב שמחזיק') returning id),
       s as (insert into webinar_sessions (webinar_id, starts_at) select id, '2027-01-05T18:00:00Z' from w returning id, webinar_id)
     insert into webinar_registrations (webinar_id, session_id, contact_id, name, email)
     select webinar_id, id, $1, 'נועה', 'web@example.com' from s returning id`,
    [contact],
  )
  const { text } = await render(template, contact, { type: 'webinar_registration', id: registration })
  expect(text).toMatch(/^תקציב שמחזיק 20:00 שעון ישראל \d+ דקות http/)
  const token = text.split('=').at(-1)!
  expect(text.endsWith(siteUrl + roomPath('תקציב', token))).toBe(true)
  expect(await db.sql('select registration_id from webinar_links where token_hash = link_hash($1)', [token])).toEqual([
    { registration_id: registration },
  ])
  const [event] = await db.sql<{ payload: object }>(
    `select payload from domain_events where type = 'webinar.registered' and contact_id = $1`,
    [contact],
  )
  expect(event!.payload).toMatchObject({ webinar_registration_id: registration })
})

test('a launch template renders the title, the newest lesson, the cart dates and the links of each participant', async () => {
  const contact = await make.contact()
  const { launch, participant } = await participantOf(contact)
  const about = { type: 'launch_participant', id: participant }
  const text = await published(
    'launch_participant',
    '{{שם_השקה}} / {{שיעור_השקה}} / {{פתיחת_הרשמה:תאריך}} / {{סגירת_הרשמה:תאריך}}',
    'sms',
  )
  const [dates] = await db.sql<{ opens: Date; closes: Date }>(
    'select cart_opens_at as opens, cart_closes_at as closes from launches where id = $1',
    [launch],
  )
  expect((await render(text, contact, about)).text).toBe(
    `שלושה שיעורים / שיעור שני / ${formatDate(dates!.opens)} / ${formatDate(dates!.closes)}`,
  )
  const links = await published('launch_participant', '{{קישור.השקה}} {{קישור.הרשמה_להשקה}}', 'sms')
  const [home, offer] = (await render(links, contact, about)).text.split(' ')
  const tokenOf = (link: string) => new URL(link).pathname.split('/').at(-1)!
  expect([home, offer]).toEqual([
    siteUrl + linkPath(launch, tokenOf(home!)),
    `${siteUrl}${linkPath(launch, tokenOf(offer!))}?to=offer`,
  ])
  expect(
    await db.sql(
      'select distinct participant_id, proves_address from launch_tokens where token_hash in (link_hash($1), link_hash($2))',
      [tokenOf(home!), tokenOf(offer!)],
    ),
  ).toEqual([{ participant_id: participant, proves_address: false }])
  const tokens = () => db.sql('select count(*) from launch_tokens where participant_id = $1', [participant])
  const before = await tokens()
  expect((await render(links, await make.contact(), about)).missing).toEqual(['קישור.השקה', 'קישור.הרשמה_להשקה'])
  expect(await tokens()).toEqual(before)
  await db.sql('update launches set price_id = null where id = $1', [launch])
  expect((await render(text, contact, about)).missing).toEqual(['פתיחת_הרשמה', 'סגירת_הרשמה'])
})

test('a form template renders the title, a quiz template the stage and a link that does not verify the address', async () => {
  const contact = await make.contact()
  const submission = await one(
    `with f as (insert into forms (public_id, title, draft) values ('made-form', 'שם אחר', '{}') returning id),
       v as (insert into form_versions (form_id, number, definition) select id, 1, '{"title": "שאלון היכרות"}' from f returning form_id)
     insert into form_submissions (form_id, form_version, key_hash, status, contact_id, completed_at)
     select form_id, 1, repeat('b', 64), 'complete', $1, now() from v returning id`,
    [contact],
  )
  const attempt = await one(
    `with v as (insert into quiz_versions (quiz_id, number, definition) select id, 98, '{}' from quizzes limit 1 returning quiz_id)
     insert into quiz_attempts (quiz_id, quiz_version, key_hash, status, contact_id, result, completed_at)
     select quiz_id, 98, repeat('c', 64), 'completed', $1, '{"stage": {"title": "בונים רשת ביטחון"}}', now() from v returning id`,
    [contact],
  )
  const ofForm = await published('form_submission', 'תודה על {{שם_טופס}}', 'sms')
  expect((await render(ofForm, contact, { type: 'form_submission', id: submission })).text).toBe('תודה על שאלון היכרות')
  const ofQuiz = await published('quiz_attempt', '{{שלב_שאלון}} {{קישור.תוצאת_שאלון}}', 'sms')
  const { text } = await render(ofQuiz, contact, { type: 'quiz_attempt', id: attempt })
  const token = text.split('=').at(-1)!
  expect(text).toBe(`בונים רשת ביטחון ${siteUrl}${resultPath(token)}`)
  expect(
    await db.sql('select attempt_id, proves_address from quiz_result_links where token_hash = link_hash($1)', [token]),
  ).toEqual([{ attempt_id: attempt, proves_address: false }])
})

test('an order template renders neither values nor links for another contact', async () => {
  const template = await published('order', '{{שם_מוצר}} {{קישור.הזמנה}}', 'sms')
  const order = await make.order({ contact: await make.contact(), ...(await make.product()) })
  const stranger = await make.contact()
  expect((await render(template, stranger, { type: 'order', id: order })).missing).toEqual(['שם_מוצר', 'קישור.הזמנה'])
  expect(await db.sql('select from order_links where order_id = $1', [order])).toEqual([])
})

test("a preview uses the contact's newest order, or samples if there is none", async () => {
  const content = { text: '{{שם_מוצר}} {{קישור.חשבונית}}' }
  const [buyer, other] = [await make.contact(), await make.contact()]
  await make.order({ contact: buyer, ...(await make.product()) })
  const { recipients } = await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    readPreviews(tx, { contactIds: [buyer, other], content, contextType: 'order' }, { siteUrl }),
  )
  expect(recipients.get(buyer)!.values.get('שם_מוצר')).toBe('בית מאוזן')
  expect(recipients.get(buyer)!.values.has('קישור.חשבונית')).toBe(false)
  expect(recipients.get(other)!.values.get('שם_מוצר')).toBe('תהליך ליווי')
})

test('a template with a field of another context cannot be published, and the context of a published template is immutable', async () => {
  await expect(published('order', 'נתראה {{תאריך_פגישה}}')).rejects.toMatchObject({ message: 'template_field_unknown' })
  const template = await published('order', '{{שם_מוצר}}')
  await expect(
    db.as(as.owner, `update message_templates set context_type = 'appointment' where id = $1`, [template]),
  ).rejects.toMatchObject({ message: 'template_context_fixed' })
})
