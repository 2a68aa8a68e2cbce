import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values: unknown[] = []) =>
  (await db.sql<{ id: string }>(`${sql} returning id`, values))[0]!.id

const name = 'נועה-הסודית'
const email = 'sodit@example.com'
const phone = '+972540009999'
const facts = { name, email, phone: '054-000-9999', e164: phone }

/** The number of rows per table that still contain the name, address or number, in any spelling. */
async function remainingRows() {
  const tables = await db.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'auth', 'mail', 'storage', 'graphile_worker', 'calendar_secrets') order by 1`,
  )
  const left: Record<string, number> = {}
  for (const table of tables) {
    const [found] = await db.sql<{ n: number }>(
      `select count(*)::int as n from ${table.name} t
       where to_jsonb(t)::text like '%הסודית%' or to_jsonb(t)::text ilike '%sodit@%' or to_jsonb(t)::text ilike '%sodit%40%'
         or regexp_replace(to_jsonb(t)::text, '[ ().-]', '', 'g') like '%540009999%'`,
    )
    if (found!.n > 0) left[table.name] = found!.n
  }
  return left
}

async function person(first: string, points: [string, string][]) {
  const contact = await id('insert into contacts (first_name, source) values ($1, $1)', [first])
  await db.sql(
    `update contact_staff_details set call_basis_note = $2, first_touch = jsonb_build_object('who', $2::text) where contact_id = $1`,
    [contact, first],
  )
  for (const [kind, norm] of points)
    await db.sql('insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, $2, $3, $3)', [
      contact,
      kind,
      norm,
    ])
  return contact
}

/** A row about a person in every table that can hold one. */
async function fillEveryTable() {
  const noa = await person(name, [
    ['email', email],
    ['phone', phone],
  ])
  const merged = await person(`${name} הישנה`, [['email', email]])
  await db.sql('update contacts set merged_into_id = $1, deleted_at = now() where id = $2', [noa, merged])
  await db.sql('update contacts set last_name = $2, client_user_id = $3 where id = $1', [noa, name, ids.client])
  await db.sql(`update auth.users set email = $2, raw_user_meta_data = $3 where id = $1`, [ids.client, email, facts])
  const home = await id('insert into households (name, notes) values ($1, $1)', [name])
  await db.sql('update contacts set household_id = $2 where id = $1', [noa, home])
  const opportunity = await id('insert into opportunities (name, contact_id, lost_note) values ($1, $2, $1)', [
    name,
    noa,
  ])
  await db.sql('insert into tasks (name, contact_id, opportunity_id) values ($1, $2, $3)', [name, noa, opportunity])
  await db.sql('insert into tasks (name, opportunity_id) values ($1, $2)', [name, opportunity])
  await db.sql(`insert into activities (type, contact_id, payload) values ('note', $1, $2)`, [noa, { text: name }])
  await db.sql('insert into files (contact_id, name) values ($1, $2)', [noa, name])
  const request = await id(
    `insert into contact_requests (contact_id, name, phone, email, topic, message, words_hash) values ($1, $2, $3, $4, 'אחר', $2, 'x')`,
    [noa, name, facts.phone, email],
  )
  await db.sql(
    `with magnet as (insert into lead_magnets (slug, title) values ('first-talk', 'שיחה ראשונה') returning id),
       request as (insert into lead_magnet_requests (magnet_id, contact_id, name, email, phone) select id, $1, $2, $3, $4 from magnet returning id)
     insert into lead_magnet_deliveries (request_id, email) select id, $3 from request`,
    [noa, name, email, phone],
  )
  const ticket = await id(
    `insert into cancellation_requests (contact_id, name, email, phone, reference, words_hash, receipt_hash)
     values ($1, $2, $3, $4, '1234', 'x', 'y')`,
    [noa, name, email, phone],
  )
  for (const about of [noa, opportunity, request, ticket])
    await db.sql(
      `insert into notifications (user_id, type, title, message, related_entity_id, metadata) values ($1, 'x', $2, $2, $3, $4)`,
      [ids.owner, name, about, facts],
    )
  await db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
     select $1, $2, 'email', 'marketing', 'grant', id, 'form' from current_consent_texts where kind = 'marketing'`,
    [noa, email],
  )
  await mailsTo(noa)
  await reviewsOf(noa)
  await listsWith(noa)
  await db.sql('insert into bulk_changes (entity, by, change, before) values ($1, $2, $3, $4)', [
    'contacts',
    ids.owner,
    {},
    { rows: [{ id: noa, version: 2, was: { source: name } }] },
  ])
  await db.sql(`insert into saved_views (user_id, entity, name, query) values ($1, 'contacts', 'x', $2)`, [
    ids.owner,
    { search: 'q=054-000-9999' },
  ])
  await db.sql(
    `insert into exports (list, format, search, row_count) values ('contacts', 'csv', 'q=sodit%40example.com', 1)`,
  )
  await db.sql(`insert into snoozes (user_id, entity, entity_id, until) values ($1, 'contact', $2, now())`, [
    ids.owner,
    noa,
  ])
  await db.sql(
    `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'ליווי', 1000, '2026-01-01')`,
    [noa],
  )
  return noa
}

async function mailsTo(contact: string) {
  const list = await id(`insert into mailing_lists (name) values ('חדשות')`)
  await db.sql('insert into subscriptions (list_id, contact_id, email) values ($1, $2, $3)', [list, contact, email])
  await db.sql(
    `insert into newsletter_requests (email, list_id, token_hash, consent_text_id)
     select $1, $2, 'h', id from current_consent_texts where kind = 'marketing'`,
    [email, list],
  )
  await db.sql('insert into preference_links (token_hash, contact_id, email) values ($1, $2, $3)', [
    'h',
    contact,
    email,
  ])
  await db.sql('insert into mail_preferences (email) values ($1)', [email])
  await db.sql(`insert into suppressions (value_norm, reason, note) values ($1, 'bounce', $1)`, [email])
  await db.sql(
    `insert into mail.outbox (to_address, subject, html, text, purpose) values ('Sodit@example.com', $1, $1, $1, 'x')`,
    [name],
  )
}

async function reviewsOf(contact: string) {
  for (const status of ['approved', 'pending']) {
    const review = await id(
      `insert into reviews (shown_name, about, body, original_body, status, permission, permitted_on)
       values ($1, $1, 'ליווי טוב מאוד, תודה', 'x', $2, $1, '2026-01-01')`,
      [name, status],
    )
    await db.sql(
      'insert into review_authors (review_id, name, email, contact_id, words_hash) values ($1, $2, $3, $4, $5)',
      [review, name, email, contact, status],
    )
    await db.sql('update reviews set tags = $2 where id = $1', [review, [name]])
    await db.sql(`update reviews set tags = '{}' where id = $1`, [review])
    const edit = await id('insert into review_edits (review_id, body) values ($1, $2)', [review, `${name} מודה מאוד`])
    await db.sql('insert into review_links (token_hash, review_id, edit_id) values ($1, $2, $3)', [
      status,
      review,
      edit,
    ])
    await db.sql('insert into review_photos (review_id, bytes, agreed_words) values ($1, $2, $3)', [
      review,
      'the face',
      name,
    ])
  }
  await db.sql('insert into review_requests (contact_id, email, token_hash) values ($1, $2, $3)', [contact, email, 'r'])
}

/** Creates import lines: one that created the contact, an invalid one, and one of an import that has not run. */
async function listsWith(contact: string) {
  const list = await id(
    `insert into imports (file_name, file_hash, file_bytes, kind, header_row, header) values ('א', repeat('0', 64), 1, 'csv', 1, '{a}')`,
  )
  const line = { first_name: name, phones: [{ kind: 'phone', raw: facts.phone, norm: phone }] }
  await db.sql(
    `insert into import_rows (import_id, n, raw, clean, before, record_id, plan, result, reason)
     select $1, n, $2, $3, $3, case when n = 2 then $4::uuid end, p, r, w from (values
       (2, 'updated', 'updated', null), (3, 'error', 'error', 'email_invalid'), (4, 'created', null, null)) l (n, p, r, w)`,
    [list, JSON.stringify([name, '054 000 9999', email]), line, contact],
  )
}

test('after erasure no table identifies the person, except legally retained rows and mentions in notes about others', async () => {
  const noa = await fillEveryTable()
  const other = await person('יואב', [])
  await db.as(as.owner, `insert into activities (type, contact_id, payload) values ('note', $1, $2)`, [
    other,
    { text: `${name} המליצה, 054-000 9999` },
  ])
  expect(Object.keys(await remainingRows()).length).toBeGreaterThan(20)
  expect(await db.as(as.owner, 'select full_name, notes::int from mentions_of_person($1)', [noa])).toEqual([
    { full_name: 'יואב', notes: 1 },
  ])

  const [{ version }] = (await db.sql<{ version: number }>('select version from contacts where id = $1', [noa])) as [
    { version: number },
  ]
  await db.as(as.owner, 'select forget_person($1, $2)', [noa, version])

  expect(await remainingRows()).toEqual({
    'public.activities': 1,
    'public.cancellation_requests': 1,
    'public.consents': 1,
  })
  expect(await db.sql('select n, raw, clean, before, reason from import_rows order by n')).toEqual([
    { n: 2, raw: [], clean: null, before: null, reason: null },
    { n: 3, raw: [], clean: null, before: null, reason: 'email_invalid' },
    { n: 4, raw: [], clean: null, before: null, reason: 'person_forgotten' },
  ])
  expect(await db.sql('select shown_name, status from reviews')).toEqual([
    { shown_name: 'בעילום שם', status: 'approved' },
  ])
  expect(await db.sql('select id from review_photos union all select id from review_requests')).toEqual([])
})

test('an address is erased in every spelling; a longer address of another person that contains it is not changed', async () => {
  const noa = await person('נועה', [['email', 'no.a+x@mail.example']])
  const list = await id(
    `insert into imports (file_name, file_hash, file_bytes, kind, header_row, header) values ('ד', repeat('3', 64), 1, 'csv', 1, '{a}')`,
  )
  const says = async (countMatches: string[]) => {
    await db.sql('delete from import_rows where import_id = $1', [list])
    await db.sql(
      'insert into import_rows (import_id, n, raw) select $1, n, to_jsonb(array[w]) from unnest($2::text[]) with ordinality x (w, n)',
      [list, countMatches],
    )
  }
  const hers = [
    'No.A+x@mail.example',
    'נועה <no.a+x@mail.example>.',
    'דוא״ל\nno.a+x@mail.example',
    'q%3Dno.a%2Bx%40mail.example',
  ]
  const others = [
    'yano.a+x@mail.example',
    'no.a+x@mail.example.org',
    'noa+x@mail.example',
    'a+x@mail.example',
    'no.a+x@mail-example',
  ]
  await says([...hers, ...others])
  await db.sql('select forget_traces($1)', [noa])
  expect(await db.sql('select raw from import_rows where import_id = $1 order by n', [list])).toEqual(
    [...hers.map(() => []), ...others.map((text) => [text])].map((raw) => ({ raw })),
  )
})

test('webhook calls about a person are erased, those about others are not', async () => {
  const [noa, other] = [await person('נועה', []), await person('יואב', [])]
  const automation = await id(`insert into automations (name, definition) values ('חיבור', '{}')`)
  await db.sql(
    `insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches) values ($1, 1, '{}', '{}', '{}', '{}')`,
    [automation],
  )
  const calls = await Promise.all(
    [noa, other].map(async (contact) => {
      const run = await id(
        `insert into automation_runs (automation_id, version, contact_id, status, state) values ($1, 1, $2, 'completed', '{}')`,
        [automation, contact],
      )
      return id(
        `insert into mail.outbox (to_address, subject, html, text, purpose, channel, payload)
         values ('hooks.example', '', '', '', 'webhook', 'webhook', $1)`,
        [{ url: 'https://hooks.example/x', runId: run, stepId: 'hook' }],
      )
    }),
  )
  await db.sql('select forget_traces($1)', [noa])
  expect(await db.sql(`select id from mail.outbox where channel = 'webhook'`)).toEqual([{ id: calls[1] }])
})

test('import lines with a shared number are retained until both partners are erased', async () => {
  const shared: [string, string][] = [['phone', '+972541112222']]
  const [one] = [await person('אחת', shared), await person('שני', shared)]
  const list = await id(
    `insert into imports (file_name, file_hash, file_bytes, kind, header_row, header) values ('ב', repeat('1', 64), 1, 'csv', 1, '{a}')`,
  )
  await db.sql(`insert into import_rows (import_id, n, raw) values ($1, 2, '["שני", "0541112222"]')`, [list])
  await db.sql('select anonymise_person($1)', [one])
  expect(await db.sql('select raw from import_rows where import_id = $1', [list])).toEqual([
    { raw: ['שני', '0541112222'] },
  ])
})

test('purging a contact from the bin deletes its import lines and notifications', async () => {
  const erased = await person('זמנית', [['email', 'gone@example.com']])
  const list = await id(
    `insert into imports (file_name, file_hash, file_bytes, kind, header_row, header) values ('ג', repeat('2', 64), 1, 'csv', 1, '{a}')`,
  )
  await db.sql(`insert into import_rows (import_id, n, raw, record_id) values ($1, 2, '["זמנית"]', $2)`, [list, erased])
  await db.sql(`insert into notifications (user_id, type, title, related_entity_id) values ($1, 'x', 'זמנית', $2)`, [
    ids.owner,
    erased,
  ])
  await db.sql('update contacts set deleted_at = now() where id = $1', [erased])
  await db.sql('select purge_person($1)', [erased])
  expect(await db.sql('select raw from import_rows where import_id = $1', [list])).toEqual([{ raw: [] }])
  expect(await db.sql('select from notifications where related_entity_id = $1', [erased])).toEqual([])
})
