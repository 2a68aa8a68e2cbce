import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const home = await id(`insert into households (name) values ('משפחת לוי') returning id`)
/** Creates a client with an account. */
async function makeClient(name: string, household: string | null, role = 'partner') {
  const user = await id(`insert into auth.users (email) values ($1) returning id`, [`${name}@example.com`])
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  const contact = await id(
    `insert into contacts (first_name, household_id, household_role, client_user_id, owner_id) values ($1, $2, $3, $4, $5) returning id`,
    [name, household, household && role, user, ids.coach],
  )
  return { user, contact, claims: { role: 'authenticated', sub: user } }
}
const noa = await makeClient('noa', home)
const itay = await makeClient('itay', home)
const child = await makeClient('child', home, 'child')
const other = await makeClient('other', null)
const all = { noa, itay, child, other }

/** The names of the clients who can read a row. */
async function rolesThatSee(sql: string, values: unknown[]) {
  const seen: string[] = []
  for (const [name, { claims }] of Object.entries(all))
    if ((await db.as(claims, sql, values)).length > 0) seen.push(name)
  return seen.join(' ')
}
const thing = (table: 'tasks' | 'files', sharedWith: string | null) =>
  id(
    `insert into ${table} (name, contact_id, shared_with${table === 'files' ? ', stored_at' : ''}) values ('א', $1, $2${table === 'files' ? ', now()' : ''}) returning id`,
    [noa.contact, sharedWith],
  )

for (const table of ['tasks', 'files'] as const)
  test(`${table}: a private item is visible to its client, a shared one to both partners, any other to staff only`, async () => {
    const sees = async (sharedWith: string | null) =>
      rolesThatSee(`select from ${table} where id = $1`, [await thing(table, sharedWith)])
    expect([await sees('client'), await sees('household'), await sees(null)]).toEqual(['noa', 'noa itay', ''])
  })

test('a client can complete visible tasks, and change nothing else', async () => {
  const own = await thing('tasks', 'client')
  const shared = await thing('tasks', 'household')
  const tick = (actor: keyof typeof all, task: string) =>
    db.as(all[actor].claims, 'select set_client_task_done($1, true)', [task])
  await tick('itay', shared)
  await tick('noa', own)
  expect(await db.sql(`select status from tasks where id = any ($1)`, [[own, shared]])).toEqual([
    { status: 'Done' },
    { status: 'Done' },
  ])
  for (const actor of ['itay', 'child', 'other'] as const)
    await expect(tick(actor, own)).rejects.toMatchObject({ message: 'task_gone' })
  await expect(tick('noa', await thing('tasks', null))).rejects.toMatchObject({ message: 'task_gone' })
  expect(await db.as(noa.claims, `update tasks set name = 'ב' where id = $1 returning id`, [own])).toEqual([])
})

test('a client can add only their own files, and has to set their visibility', async () => {
  const add = (contact: string, sharedWith: string | null) =>
    db.as(
      noa.claims,
      `insert into files (id, contact_id, name, shared_with) values (gen_random_uuid(), $1, 'תלוש.pdf', $2)`,
      [contact, sharedWith],
    )
  await add(noa.contact, 'client')
  for (const [contact, sharedWith] of [
    [noa.contact, null],
    [itay.contact, 'household'],
    [other.contact, 'client'],
  ] as const)
    await expect(add(contact, sharedWith)).rejects.toMatchObject({ code: '42501' })
})

test('a partner who left the household can see nothing that is shared there', async () => {
  const task = await thing('tasks', 'household')
  await db.sql('update contacts set household_id = null, household_role = null where id = $1', [itay.contact])
  expect(await rolesThatSee('select from tasks where id = $1', [task])).toBe('noa')
  await db.sql(`update contacts set household_id = $2, household_role = 'partner' where id = $1`, [itay.contact, home])
})

test('a partner can leave the household: sharing ends for both, and the coach gets one task', async () => {
  const own = await makeClient('maya', home)
  const ofHome = await thing('tasks', 'household')
  const ofOwn = await id(
    `insert into tasks (name, contact_id, shared_with) values ('א', $1, 'household') returning id`,
    [own.contact],
  )
  const sees = async (claims: typeof own, task: string) =>
    (await db.as(claims.claims, 'select from tasks where id = $1', [task])).length === 1
  expect([await sees(own, ofHome), await sees(noa, ofOwn)]).toEqual([true, true])
  await db.as(own.claims, 'select leave_my_household()')
  expect([await sees(own, ofHome), await sees(noa, ofOwn), await sees(own, ofOwn)]).toEqual([false, false, true])
  // The two remaining partners still share.
  expect([await sees(noa, ofHome), await sees(itay, ofHome)]).toEqual([true, true])
  expect(
    await db.sql(`select user_id from tasks where contact_id = $1 and name like 'יציאה מהבית המשותף%'`, [own.contact]),
  ).toEqual([{ user_id: ids.coach }])
  for (const outsider of [own, child, other])
    await expect(db.as(outsider.claims, 'select leave_my_household()')).rejects.toMatchObject({
      message: 'no_household',
    })
})

test('a shared process is visible to both partners, and one without a household to its client only', async () => {
  const template = await id(`insert into process_templates (name) values ('ליווי') returning id`)
  const start = (household: string | null) =>
    id(
      `insert into client_processes (contact_id, household_id, process_template_id, status) values ($1, $2, $3, 'paused') returning id`,
      [noa.contact, household, template],
    )
  const sees = async (household: string | null) =>
    rolesThatSee('select from client_processes where id = $1', [await start(household)])
  expect([await sees(home), await sees(null)]).toEqual(['noa itay', 'noa'])
})

test("a refund of a charge that was voided leaves no credit in the client's ledger", async () => {
  const { contact, claims } = await makeClient('dana', null)
  const charge = (amount: number) =>
    id(
      `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'ליווי', $2, '2026-01-01') returning id`,
      [contact, amount],
    )
  const refunded = await charge(50_000)
  const payment = await id(
    `insert into payments (contact_id, charge_id, method, amount_agorot) values ($1, $2, 'bit', 50000) returning id`,
    [contact, refunded],
  )
  await db.sql(
    `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot) values ($1, 'refund', $2, 'התחרטו', 'bit', 50000)`,
    [contact, payment],
  )
  await db.sql(`update charges set void_reason = 'נרשם בטעות' where id = $1`, [refunded])
  await charge(20_000)
  expect(
    await db.as(
      claims,
      `select sum(amount_agorot) filter (where kind = 'charge')::int as charged, sum(settles_agorot)::int as settled from my_ledger()`,
    ),
  ).toEqual([{ charged: 20_000, settled: 0 }])
})

test('the ledger has the unpaid part of each charge: an assigned payment pays its charge, all others the oldest', async () => {
  const { contact, claims } = await makeClient('lior', null)
  const charge = (day: string) =>
    id(
      `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, $2::text, 50000, $2::text::date) returning id`,
      [contact, day],
    )
  await charge('2026-01-01')
  await charge('2026-02-01')
  const last = await charge('2026-03-01')
  const pay = (charge: string | null, amount: number) =>
    id(`insert into payments (contact_id, charge_id, method, amount_agorot) values ($1, $2, 'bit', $3) returning id`, [
      contact,
      charge,
      amount,
    ])
  await pay(last, 20_000)
  await pay(null, 60_000)
  expect(
    await db.as(claims, `select title, left_agorot from my_ledger() where kind = 'charge' order by title`),
  ).toEqual([
    { title: '2026-01-01', left_agorot: 0 },
    { title: '2026-02-01', left_agorot: 40_000 },
    { title: '2026-03-01', left_agorot: 30_000 },
  ])
})

test('appointments and payments are those of the caller, and only attendees can open the page of an appointment', async () => {
  const meeting = await id(
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind)
     values ('ליווי', $1, $2, now() + interval '1 day', now() + interval '25 hours', 'confirmed', 'meet') returning id`,
    [ids.coach, noa.contact],
  )
  await db.sql(
    `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'ליווי', 50000, '2026-01-01')`,
    [noa.contact],
  )
  expect([
    await rolesThatSee('select from my_appointments()', []),
    await rolesThatSee('select from my_ledger()', []),
  ]).toEqual(['noa', 'noa'])
  const open = (actor: keyof typeof all) =>
    db.as(all[actor].claims, 'select open_my_appointment($1, $2)', [meeting, 'abcdefghijklmnopqrstuv'])
  await open('noa')
  expect(
    await db.sql(
      `select role, proves_attendee from appointment_links where token_hash = link_hash('abcdefghijklmnopqrstuv')`,
    ),
  ).toEqual([{ role: 'main', proves_attendee: true }])
  for (const actor of ['itay', 'other'] as const)
    await expect(open(actor)).rejects.toMatchObject({ message: 'appointment_gone' })
})

test('a staff order is listed, and its checkout opened, only for its client and only while it can be paid', async () => {
  const product = await id(`insert into products (slug, name) values ('portal-order', 'ליווי') returning id`, [])
  const order = await id(
    `insert into orders (contact_id, product_id, title, amount_agorot, name, email, by_staff, held_until)
     values ($1, $2, 'תשלום ראשון', 80000, 'noa', 'noa@example.com', true, now() + interval '7 days') returning id`,
    [noa.contact, product],
  )
  const key = 'portal-order-portal-order-123456'
  const open = (actor: keyof typeof all, token = key) =>
    db.as<{ slug: string }>(all[actor].claims, 'select open_my_order($1, $2) as slug', [order, token])
  expect(await rolesThatSee('select from my_open_orders()', [])).toBe('noa')
  for (const actor of ['itay', 'other'] as const)
    await expect(open(actor)).rejects.toMatchObject({ message: 'order_not_open' })
  await expect(open('noa', 'short')).rejects.toMatchObject({ message: 'order_not_open' })
  expect(await open('noa')).toEqual([{ slug: 'portal-order' }])
  expect(
    await db.sql(
      'select l.order_id, l.expires_at = o.held_until as ends from order_links l, orders o where l.token_hash = link_hash($1)',
      [key],
    ),
  ).toEqual([{ order_id: order, ends: true }])
  const charge = await id(
    `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'תשלום ראשון', 80000, '2026-02-01') returning id`,
    [noa.contact],
  )
  await db.sql('update orders set charge_id = $2 where id = $1', [order, charge])
  expect(await rolesThatSee('select from my_open_orders()', [])).toBe('noa')
  await db.sql('update orders set amount_agorot = 70000 where id = $1', [order])
  expect(await rolesThatSee('select from my_open_orders()', [])).toBe('')
  await expect(open('noa', key.replace('1', '3'))).rejects.toMatchObject({ message: 'order_not_open' })
  await db.sql('update orders set charge_id = null where id = $1', [order])
  const meeting = await id(
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind, order_id)
     values ('ליווי', $1, $2, now() + interval '3 days', now() + interval '73 hours', 'confirmed', 'meet', $3) returning id`,
    [ids.coach, noa.contact, order],
  )
  expect(await rolesThatSee('select from my_open_orders()', [])).toBe('')
  await db.sql('update appointments set order_id = null where id = $1', [meeting])
  expect(await rolesThatSee('select from my_open_orders()', [])).toBe('noa')
  for (const change of [
    `held_until = now() - interval '1 minute'`,
    `held_until = now() + interval '1 day', by_staff = false`,
  ]) {
    await db.sql(`update orders set ${change} where id = $1`, [order])
    expect(await rolesThatSee('select from my_open_orders()', [])).toBe('')
    await expect(open('noa', key.replace('1', '2'))).rejects.toMatchObject({ message: 'order_not_open' })
  }
})

test('partners can read each other’s first names and accounts, a child of the household and another client only their own', async () => {
  const names = async (actor: keyof typeof all) =>
    (await db.as<{ first_name: string }>(all[actor].claims, 'select first_name from my_household_names()')).map(
      ({ first_name }) => first_name,
    )
  expect([await names('noa'), await names('itay')]).toEqual([
    ['noa', 'itay'],
    ['itay', 'noa'],
  ])
  expect([await names('child'), await names('other')]).toEqual([['child'], ['other']])
  expect(await db.as(noa.claims, 'select contact_id, user_id from my_household_names()')).toEqual([
    { contact_id: noa.contact, user_id: noa.user },
    { contact_id: itay.contact, user_id: itay.user },
  ])
  expect(await db.as(as.coach, 'select from my_household_names()')).toEqual([])
})

test('a client can open their own subscription preferences, and a client without an e-mail address cannot', async () => {
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'noa@example.com', 'noa@example.com')`,
    [noa.contact],
  )
  const token = 'preferencespreferences'
  const open = (claims: object) => db.as(claims as typeof noa.claims, 'select open_my_mail_preferences($1)', [token])
  for (const claims of [other.claims, as.coach])
    await expect(open(claims)).rejects.toMatchObject({ message: 'client_without_email' })
  await open(noa.claims)
  expect(
    await db.sql(`select contact_id, email from preference_links where token_hash = link_hash($1)`, [token]),
  ).toEqual([{ contact_id: noa.contact, email: 'noa@example.com' }])
})

test('a package shows its held, booked and remaining meetings to both partners, and to no child of the household', async () => {
  await db.sql(`insert into booking_hosts (user_id, slug) values ($1, 'coach')`, [ids.coach])
  const [type] = await db.sql<{ id: string; title: string }>(
    `insert into appointment_types (user_id, title, slug) values ($1, 'ליווי', 'livui-bahavila') returning id, title`,
    [ids.coach],
  )
  const give = (more: string) =>
    id(`insert into session_packages (contact_id, type_id, total, expires_on) values ($1, $2, ${more}) returning id`, [
      noa.contact,
      type!.id,
    ])
  const open = await give('8, null')
  await give(`3, (now() at time zone 'Asia/Jerusalem')::date - 1`)
  const meet = (days: number, status: string, noShow: string | null = null) =>
    db.sql(
      `insert into appointments (title, type_id, user_id, contact_id, package_id, starts_at, ends_at, status, no_show, location_kind)
       select 'ליווי', $1, $2, $3, $4, at, at + interval '1 hour', $6, $7, 'meet' from (select now() + make_interval(days => $5) as at) at`,
      [type!.id, ids.coach, noa.contact, open, days, status, noShow],
    )
  await meet(-9, 'completed')
  await meet(-8, 'confirmed')
  await meet(-7, 'no_show', 'client')
  await meet(-6, 'no_show', 'host')
  await meet(5, 'confirmed')
  await meet(6, 'confirmed')
  const sql = 'select id, title, total, held, booked, remaining from my_packages()'
  expect(await db.as(noa.claims, sql)).toEqual([
    { id: open, title: 'ליווי', total: 8, held: 3, booked: 2, remaining: 3 },
  ])
  expect(await rolesThatSee(sql, [])).toBe('noa itay')
  await db.sql(
    `update session_packages set expires_on = (now() at time zone 'Asia/Jerusalem')::date - 1 where id = $1`,
    [open],
  )
  expect(await db.as(noa.claims, sql)).toMatchObject([{ id: open, held: 3, booked: 2, remaining: 0 }])
  await db.sql('update session_packages set expires_on = null where id = $1', [open])
  const [mine] = await db.as(noa.claims, `select my_data() -> 'packages' as packages`)
  expect(mine).toMatchObject({ packages: [{ id: open, total: 8, remaining: 3 }] })
})

test('the booking page of a package opens with a one-day link, and only for clients of its household', async () => {
  await db.sql(`insert into booking_hosts (user_id, slug) values ($1, 'coach') on conflict do nothing`, [ids.coach])
  const type = await id(
    `insert into appointment_types (user_id, title, slug) values ($1, 'ליווי', 'livui-mehahavila') returning id`,
    [ids.coach],
  )
  const given = await id('insert into session_packages (contact_id, type_id, total) values ($1, $2, 1) returning id', [
    noa.contact,
    type,
  ])
  const open = (who: keyof typeof all, token: string) =>
    db.as<{ path: string }>(all[who].claims, 'select book_from_my_package($1, $2) as path', [given, token])
  const token = 'n'.repeat(32)
  expect(await open('noa', token)).toEqual([{ path: `/book/coach/livui-mehahavila?k=${token}` }])
  await open('itay', 'i'.repeat(32))
  expect(
    await db.sql(
      `select contact_id, expires_at - created_at between '22 hours' and '26 hours' as a_day from booking_links where type_id = $1 order by contact_id = $2 desc`,
      [type, noa.contact],
    ),
  ).toEqual([
    { contact_id: noa.contact, a_day: true },
    { contact_id: all.itay.contact, a_day: true },
  ])
  await expect(open('other', 'o'.repeat(32))).rejects.toMatchObject({ message: 'package_gone' })
  await expect(open('noa', 'short')).rejects.toMatchObject({ message: 'package_gone' })
  await db.sql('update appointment_types set is_active = false where id = $1', [type])
  await expect(open('noa', 'm'.repeat(32))).rejects.toMatchObject({ message: 'booking_closed' })
  await db.sql('delete from session_packages where id = $1', [given])
})

test('a recording is listed for and opened by its registered client, and the guides for clients only', async () => {
  const webinar = await id(
    `insert into webinars (slug, title, kind, status, recording)
     values ('takziv', 'תקציב שמחזיק', 'on_demand', 'published', '{"provider": "youtube", "ref": "abcdefghijk"}') returning id`,
  )
  const registration = await id(
    `insert into webinar_registrations (webinar_id, contact_id, name, email) values ($1, $2, 'noa', 'noa@example.com') returning id`,
    [webinar, noa.contact],
  )
  await db.sql(`update lead_magnets set is_active = true where slug = 'keren-herum'`)
  expect(await rolesThatSee('select from my_resources() where id = $1', [registration])).toBe('noa')
  expect(await rolesThatSee(`select from my_resources() where kind = 'guide'`, [])).toBe('noa itay child other')
  expect(await db.as(as.stranger, 'select from my_resources()')).toEqual([])
  const open = (actor: keyof typeof all) =>
    db.as(all[actor].claims, 'select open_my_recording($1, $2)', [registration, 'recordingrecordingreco'])
  for (const actor of ['itay', 'other'] as const)
    await expect(open(actor)).rejects.toMatchObject({ message: 'recording_gone' })
  await open('noa')
  expect(
    await db.sql(`select registration_id from webinar_links where token_hash = link_hash('recordingrecordingreco')`),
  ).toEqual([{ registration_id: registration }])
})

test('a client can download their own data, and request erasure once', async () => {
  const [row] = await db.as<{ data: { contact: { first_name: string } } }>(noa.claims, 'select my_data() as data')
  expect(row!.data.contact.first_name).toBe('noa')
  expect(await db.as(as.stranger, 'select my_data() as data')).toEqual([{ data: null }])
  await db.as(noa.claims, 'select request_my_erasure()')
  await db.as(noa.claims, 'select request_my_erasure()')
  expect(
    await db.sql(`select user_id from tasks where name = 'בקשה למחיקת מידע' and contact_id = $1`, [noa.contact]),
  ).toEqual([{ user_id: ids.owner }])
})

test('a preview shows what the client sees, is logged in the timeline once, and is refused to others', async () => {
  const preview = async (claims: typeof as.owner, contact: string) =>
    (await db.as<{ seen: { tasks: { id: string }[] } }>(claims, 'select preview_client($1) as seen', [contact]))[0]!
      .seen
  const mine = await thing('tasks', 'client')
  const shared = await thing('tasks', 'household')
  const internal = await thing('tasks', null)
  const idsOf = async (contact: string) => (await preview(as.owner, contact)).tasks.map((task) => task.id)
  expect(await idsOf(noa.contact)).toEqual(expect.arrayContaining([mine, shared]))
  expect(await idsOf(noa.contact)).not.toContain(internal)
  expect(await idsOf(itay.contact)).toContain(shared)
  expect(await idsOf(itay.contact)).not.toContain(mine)
  expect(await idsOf(child.contact)).toEqual([])
  const lines = () =>
    db.sql(`select from activities where type = 'client.previewed' and contact_id = $1`, [noa.contact])
  expect(await lines()).toHaveLength(1)
  await preview(as.coach, noa.contact)
  expect(await lines()).toHaveLength(2)
  for (const claims of [as.content, as.client, itay.claims])
    await expect(preview(claims, noa.contact)).rejects.toMatchObject({ message: 'client_gone' })
})

test('a preview lists upcoming meetings with the client as an attendee, including those that await payment', async () => {
  const meet = (days: number, contact: string, status: string) =>
    id(
      `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, decide_by, location_kind)
       select 'ליווי', $1, $2, at, at + interval '1 hour', $4, at, 'meet' from (select now() + make_interval(days => $3) as at) at returning id`,
      [ids.coach, contact, days, status],
    )
  const joined = await meet(61, noa.contact, 'confirmed')
  const unpaid = await meet(62, itay.contact, 'awaiting_payment')
  const hidden = [await meet(63, noa.contact, 'confirmed'), await meet(-64, itay.contact, 'confirmed')]
  await db.sql(
    `insert into appointment_attendees (appointment_id, contact_id, role, name) values ($1, $2, 'partner', 'איתי')`,
    [joined, itay.contact],
  )
  const [preview] = await db.as<{ seen: { meetings: { id: string }[] } }>(
    as.owner,
    'select preview_client($1) as seen',
    [itay.contact],
  )
  const shown = preview!.seen.meetings.map((meeting) => meeting.id)
  expect(shown).toEqual(expect.arrayContaining([joined, unpaid]))
  for (const one of hidden) expect(shown).not.toContain(one)
})
