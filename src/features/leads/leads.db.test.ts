import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { type Actor, makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import type { Mails, ProductMail } from '#features/email-templates/email-templates.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { AskForContactInput } from './leads.ts'
import { askForContact } from './leads.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const sent: ProductMail[] = []
const mails: Mails<Db> = {
  async send(_, mail) {
    sent.push(mail)
    return ''
  },
}
const server = createFunctions({
  pool: db.authenticator,
  functions: [askForContact(mails, async () => {})],
  log: pino({ level: 'silent' }),
})
const [marketing] = await db.sql<{ id: string; he_text: string }>(
  `select * from current_consent_texts where kind = 'marketing'`,
)
const [notice] = await db.sql<{ id: string }>(`select * from current_consent_texts where kind = 'privacy_notice'`)

let people = 20
/** A new person per call, unless a phone is given. */
const newPerson = (more: Partial<AskForContactInput> = {}): AskForContactInput => ({
  name: 'נועה לדוגמה',
  phone: `050-00000${people++}`,
  topic: 'coaching',
  message: 'אשמח לשיחה',
  ...more,
})
let requestCount = 0
const ask = async (input: object, actor: Actor | 'service' = 'visitor') => {
  const claims = actor === 'service' ? { role: 'service_role' } : as[actor]
  return (await server.invoke('ask-for-contact', input, {
    caller: { claims, ...(claims.sub && { userId: claims.sub }) },
    // Each request has its own IP address, because the rate limit is per address.
    ip: `203.0.113.${requestCount++ % 256}`,
    userAgent: 'test browser',
  })) as { ticketNumber: string }
}
const contactOf = async (ticket: { ticketNumber: string }) => {
  const [row] = await db.sql<{
    id: string
    full_name: string
    request: string
    opportunity_id: string | null
    task_id: string | null
  }>(
    'select c.id, c.full_name, r.id as request, r.opportunity_id, r.task_id from contact_requests r join contacts c on c.id = r.contact_id where r.ticket_number = $1',
    [ticket.ticketNumber],
  )
  return row!
}
const count = async (from: string, values?: unknown[]) =>
  (await db.sql<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]!.n

test('a visitor’s request creates a contact, an opportunity, a timeline activity and notifications for the sales roles', async () => {
  const contact = await contactOf(
    await ask(
      newPerson({
        name: 'נועה לדוגמה',
        phone: '050-0000011',
        email: 'Noa@Example.com',
        sourceUrl: '/contact',
        privacyTextId: notice!.id,
      }),
    ),
  )
  expect(contact.full_name).toBe('נועה לדוגמה')
  const points = await db.sql(
    'select kind, value_norm, is_primary from contact_points where contact_id = $1 order by kind',
    [contact.id],
  )
  expect(points).toEqual([
    { kind: 'email', value_norm: 'noa@example.com', is_primary: true },
    { kind: 'phone', value_norm: '+972500000011', is_primary: true },
  ])
  expect(
    await db.sql('select name, stage, status, source from opportunities where contact_id = $1', [contact.id]),
  ).toEqual([{ name: 'ליווי משפחתי – נועה לדוגמה', stage: 'new', status: 'open', source: 'אתר' }])
  const activities = await db.sql<{ type: string; payload: { text?: string } }>(
    'select type, payload from activities where contact_id = $1 order by happened_at',
    [contact.id],
  )
  expect(activities.map((line) => line.type)).toEqual(['contact_request.received', 'opportunity.created'])
  expect(activities[0]!.payload).toMatchObject({ topic: 'ליווי משפחתי', text: 'אשמח לשיחה', phone: '+972500000011' })
  const notices = await db.sql(
    'select user_id, title, severity, related_entity_id from notifications where related_entity_id = $1 order by user_id',
    [contact.id],
  )
  expect(notices).toEqual(
    [ids.owner, ids.admin, ids.sales]
      .toSorted()
      .map((user_id) => ({ user_id, title: 'פנייה חדשה מהאתר', severity: 'high', related_entity_id: contact.id })),
  )
  const [request] = await db.sql(
    'select ip_trunc, user_agent, source_url, privacy_text_id from contact_requests where id = $1',
    [contact.request],
  )
  expect(request).toEqual({
    ip_trunc: '203.0.113.0/24',
    user_agent: 'test browser',
    source_url: '/contact',
    privacy_text_id: notice!.id,
  })
})

test('sending identical text twice is one request with one ticket number', async () => {
  const input = newPerson()
  const first = await ask(input)
  const noted = () =>
    Promise.all([count('contact_requests'), count('activities'), count('notifications'), count('opportunities')])
  const before = await noted()
  expect(await ask({ ...input, message: ' אשמח  לשיחה\n' })).toEqual(first)
  expect(await noted()).toEqual(before)
})

test('two concurrent identical requests are one request and one contact', async () => {
  const input = newPerson({ email: 'double@example.com' })
  const tickets = await Promise.all([ask(input), ask(input), ask(input)])
  expect(new Set(tickets.map((ticket) => ticket.ticketNumber)).size).toBe(1)
  expect(await count(`contact_points where value_norm = 'double@example.com'`)).toBe(1)
})

test('two concurrent requests of one person on different topics create one contact', async () => {
  const input = newPerson({ email: 'twice@example.com' })
  await Promise.all([ask(input), ask({ ...input, phone: '', message: 'ועוד שאלה' })])
  expect(await count(`contact_points where value_norm = 'twice@example.com'`)).toBe(1)
  expect(
    await count(`contact_requests r join contact_points p using (contact_id) where p.value_norm = 'twice@example.com'`),
  ).toBe(2)
})

test('after a day the same text is a new request', async () => {
  const input = newPerson()
  const first = await ask(input)
  await db.sql(
    `update contact_requests set created_at = created_at - interval '25 hours', holds_until = holds_until - interval '25 hours' where ticket_number = $1`,
    [first.ticketNumber],
  )
  expect(await ask(input)).not.toEqual(first)
})

test('a second request of the same person adds an activity and reuses the open opportunity', async () => {
  const input = newPerson({ email: 'again@example.com' })
  const first = await contactOf(await ask(input))
  const byPhone = await contactOf(await ask({ ...input, email: '', message: 'שכחתי לשאול על המחיר' }))
  const byEmail = await contactOf(await ask({ ...input, phone: '', message: 'ועוד דבר' }))
  expect([byPhone.id, byEmail.id]).toEqual([first.id, first.id])
  expect(await count(`activities where type = 'contact_request.received' and contact_id = $1`, [first.id])).toBe(3)
  expect(await count('opportunities where contact_id = $1', [first.id])).toBe(1)
  expect(byEmail.opportunity_id).toBe(first.opportunity_id)
})

test('a new opportunity opens when the previous opportunity is closed', async () => {
  const input = newPerson()
  const first = await contactOf(await ask(input))
  await db.sql(`update opportunities set stage = 'won' where contact_id = $1`, [first.id])
  const second = await contactOf(await ask({ ...input, topic: 'program', message: 'הפעם התוכנית' }))
  expect(second.opportunity_id).not.toBe(first.opportunity_id)
})

test('a form never changes the data of an existing contact', async () => {
  const input = newPerson()
  const contact = await contactOf(await ask(input))
  const known = () =>
    db.sql(
      `select c.first_name, c.last_name, c.source, d.first_touch, c.lifecycle, c.version
       from contacts c join contact_staff_details d on d.contact_id = c.id where c.id = $1`,
      [contact.id],
    )
  const before = await known()
  await ask({ ...input, name: 'מישהו אחר לגמרי', email: 'stranger@example.com', message: 'לא אני' })
  expect(await known()).toEqual(before)
  expect(await count('contact_points where contact_id = $1', [contact.id])).toBe(1)
  const [line] = await db.sql<{ payload: object }>(
    `select payload from activities where contact_id = $1 and type = 'contact_request.received' order by happened_at desc limit 1`,
    [contact.id],
  )
  expect(line!.payload).toMatchObject({ name: 'מישהו אחר לגמרי', email: 'stranger@example.com' })
})

test('of a couple who share a phone, the contact with the matching name is chosen', async () => {
  const phone = '+972500000091'
  const [she, he] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, last_name) values ('שירה', 'לדוגמה'), ('דור', 'לדוגמה') returning id`,
  )
  for (const person of [she!, he!])
    await db.sql(
      `insert into contact_points (contact_id, kind, value_raw, value_norm, shared_in_household) values ($1, 'phone', $2, $2, true)`,
      [person.id, phone],
    )
  expect((await contactOf(await ask(newPerson({ name: 'דור לדוגמה', phone })))).id).toBe(he!.id)
  expect((await contactOf(await ask(newPerson({ name: 'שִׁירָה לדוגמה', phone, message: 'גם אני' })))).id).toBe(she!.id)
})

test('a contact in the bin is not restored: the request creates a new contact', async () => {
  const input = newPerson()
  const before = await contactOf(await ask(input))
  await db.sql('update contacts set deleted_at = now() where id = $1', [before.id])
  expect((await contactOf(await ask(input))).id).not.toBe(before.id)
})

test.each([
  ['support', 'תמיכה ללקוחות'],
  ['privacy', 'בקשה בנושא פרטיות'],
  ['accessibility', 'נגישות'],
] as const)('%s creates a task and no opportunity', async (topic, label) => {
  const contact = await contactOf(await ask(newPerson({ topic })))
  expect(contact.opportunity_id).toBeNull()
  const [task] = await db.sql(
    'select name, status, user_id, contact_id, due_date >= current_date as has_day from tasks where id = $1',
    [contact.task_id],
  )
  expect(task).toEqual({
    name: `${label} – נועה לדוגמה`,
    status: 'To Do',
    user_id: ids.owner,
    contact_id: contact.id,
    has_day: true,
  })
  expect(await count('opportunities where contact_id = $1', [contact.id])).toBe(0)
})

test('an accessibility report by e-mail gets a receipt, and other requests do not', async () => {
  sent.length = 0
  await ask(newPerson())
  await ask(newPerson({ topic: 'accessibility' }))
  const { ticketNumber } = await ask(newPerson({ topic: 'accessibility', email: 'noa@example.com' }))
  expect(sent).toMatchObject([
    { kind: 'accessibility_received', to: 'noa@example.com', values: { firstName: 'נועה', ticketNumber } },
  ])
})

test('one mailbox gets at most three receipts a day, even for concurrent reports, and every report is a request', async () => {
  sent.length = 0
  const email = 'victim@example.com'
  const reports = Array.from({ length: 6 }, (_, n) =>
    ask(newPerson({ topic: 'accessibility', email: n % 2 ? email : email.toUpperCase(), message: `דיווח ${n}` })),
  )
  const tickets = await Promise.all(reports)
  expect(sent).toHaveLength(3)
  expect(new Set(tickets.map(({ ticketNumber }) => ticketNumber)).size).toBe(6)
})

test('ticket numbers have six digits and are not sequential', async () => {
  const numbers: number[] = []
  for (let n = 0; n < 5; n++) numbers.push(Number((await ask(newPerson())).ticketNumber))
  for (const number of numbers) expect(number).toBeGreaterThanOrEqual(100_000)
  const steps = numbers.slice(1).map((number, i) => number - numbers[i]!)
  expect(steps).not.toEqual([1, 1, 1, 1])
})

test('consent is recorded only when the box was ticked, per channel, with the text version and a truncated IP address', async () => {
  const unticked = await contactOf(await ask(newPerson({ consentTextId: marketing!.id })))
  expect(await count('consents where contact_id = $1', [unticked.id])).toBe(0)
  const input = newPerson({ email: 'yes@example.com', marketingConsent: true, consentTextId: marketing!.id })
  const contact = await contactOf(await ask(input))
  await ask({ ...input, message: 'עוד פעם' })
  const rows = await db.sql(
    'select channel, value_norm, action, text_version_id, text_snapshot_hash, source_id, ip_trunc from consents where contact_id = $1 order by channel',
    [contact.id],
  )
  const [{ hash }] = (await db.sql<{ hash: string }>(`select encode(sha256(convert_to($1, 'UTF8')), 'hex') as hash`, [
    marketing!.he_text,
  ])) as [{ hash: string }]
  const same = {
    action: 'grant',
    text_version_id: marketing!.id,
    text_snapshot_hash: hash,
    source_id: contact.request,
    ip_trunc: '203.0.113.0/24',
  }
  const phone = `+97250${String(input.phone).slice(4)}`
  expect(rows).toEqual([
    { channel: 'email', value_norm: 'yes@example.com', ...same },
    { channel: 'sms', value_norm: phone, ...same },
    { channel: 'whatsapp', value_norm: phone, ...same },
  ])
})

test('consent to a text that does not exist is refused, and the request is rolled back', async () => {
  const input = newPerson({ marketingConsent: true, consentTextId: notice!.id })
  await expect(ask(input)).rejects.toMatchObject({ code: 'consent_text_unknown', status: 422 })
  expect(await count('contact_points where value_norm = $1', [`+97250${String(input.phone).slice(4)}`])).toBe(0)
})

const junk: [what: string, input: object, fields: string[]][] = [
  ['nothing', {}, ['name', 'phone', 'topic']],
  ['a list', [], ['']],
  ['a word', 'שלום' as unknown as object, ['']],
  ['null', null as unknown as object, ['']],
  ['a wrong phone', newPerson({ phone: '050-12' }), ['phone']],
  ['an impossible number', newPerson({ phone: '0000000000' }), ['phone']],
  ['neither phone nor e-mail', newPerson({ phone: '' }), ['phone']],
  ['a broken e-mail', newPerson({ email: 'noa@@example' }), ['email']],
  ['a name of control characters', newPerson({ name: '\u202e\u2066\u200f' }), ['name']],
  ['a name that is an object', newPerson({ name: { $ne: '' } as unknown as string }), ['name']],
  ['an unknown topic', newPerson({ topic: 'free' as 'talk' }), ['topic']],
  ['ten megabytes', newPerson({ message: 'א'.repeat(10_000_000) }), ['message']],
]
for (const [what, input, fields] of junk)
  test(`${what} is refused with Hebrew messages by field`, async () => {
    const refusal: { code: string; status: number; fields: Record<string, string> } = await ask(input).then(
      () => Promise.reject(new Error('accepted')),
      (error) => error,
    )
    expect(refusal).toMatchObject({ code: 'invalid_input', status: 422 })
    expect(Object.keys(refusal.fields).toSorted()).toEqual(fields)
    expect(Object.values(refusal.fields).join()).toMatch(/[א-ת]/)
  })

test('markup in a name stays text, and bidi control characters are removed', async () => {
  const contact = await contactOf(await ask(newPerson({ name: '\u202e<script>alert(1)</script>\u2066 "נועה"' })))
  expect(contact.full_name).toBe('<script>alert(1)</script> "נועה"')
})

test('one IP address is rate limited after twenty requests in an hour', async () => {
  const call = { caller: { claims: as.visitor }, ip: '198.51.100.7' }
  const flood = { name: 'נועה לדוגמה', phone: '050-0000019', topic: 'coaching' }
  for (let i = 0; i < 20; i++) await server.invoke('ask-for-contact', { ...flood, message: `פנייה ${i}` }, call)
  const before = await db.sql('select from contact_requests')
  await expect(server.invoke('ask-for-contact', { ...flood, message: 'עוד אחת' }, call)).rejects.toMatchObject({
    code: 'too_many_requests',
    status: 429,
  })
  expect(await db.sql('select from contact_requests')).toHaveLength(before.length)
})

test('all callers may send a request: visitors, accounts without a role, clients, staff and the service role', async () => {
  for (const actor of [
    'visitor',
    'stranger',
    'owner',
    'admin',
    'coach',
    'sales',
    'content',
    'client',
    'service',
  ] as const)
    expect(await ask(newPerson(), actor)).toEqual({ ticketNumber: expect.stringMatching(/^\d+$/) })
})

test('owners, admins and sales can read all requests, and a coach those of their contacts', async () => {
  const contact = await contactOf(await ask(newPerson()))
  const read = `select from contact_requests where contact_id = '${contact.id}'`
  expect(await whoMay(db, as, read)).toBe('owner admin sales')
  await db.sql('update contacts set owner_id = $1 where id = $2', [ids.coach, contact.id])
  expect(await whoMay(db, as, read)).toBe('owner admin coach sales')
  expect(
    await whoMay(db, as, `update contact_requests set message = '' where contact_id = '${contact.id}' returning 1`),
  ).toBe('no role')
  expect(await whoMay(db, as, `delete from contact_requests where contact_id = '${contact.id}' returning 1`)).toBe(
    'no role',
  )
})
