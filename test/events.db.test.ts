import { beforeAll, expect, test } from 'vitest'
import type { EventDeclarations } from '#platform/events/events.ts'
import { testDatabase } from './database.ts'
import { filesBelow, root } from './source.ts'

const db = await testDatabase()

// A module declares its events in `<module>.events.ts`. This test compares the declarations with what the database writes.
const declared = new Map<string, EventDeclarations[keyof EventDeclarations]>()
for (const file of filesBelow('src', (path) => path.endsWith('.events.ts'))) {
  const { events }: { events: EventDeclarations } = await import(`${root}/${file}`)
  for (const [type, declaration] of Object.entries(events)) {
    expect(declared.has(type), `${type} is declared twice`).toBe(false)
    declared.set(type, declaration)
  }
}

/** Statements that cause every event. `{contact}`, `{opportunity}` … are the ids of rows inserted before. */
const statements: [name: string, sql: string][] = [
  ['contact', `insert into contacts (first_name, source) values ('נועה', 'website') returning id`],
  ['other', `insert into contacts (first_name) values ('נועה') returning id`],
  ['', `update contacts set lifecycle = 'client', last_name = 'לוי' where id = '{contact}'`],
  ['tag', `insert into tags (name) values ('משפחה') returning id`],
  ['', `insert into contact_tags (contact_id, tag_id) values ('{contact}', '{tag}')`],
  ['', `delete from contact_tags where contact_id = '{contact}'`],
  ['pipeline', `insert into pipelines (name) values ('בדיקה') returning id`],
  ...['new', 'next', 'won', 'lost'].map((slug, i): [string, string] => [
    slug,
    `insert into pipeline_stages (pipeline_id, slug, name, position, probability, kind, color, rot_days)
     values ('{pipeline}', '${slug}', '${slug}', ${i}, 10, '${i < 2 ? 'open' : slug}', 'stage-1', 2) returning id`,
  ]),
  [
    'opportunity',
    `insert into opportunities (name, contact_id, pipeline_id, stage_id) values ('ליווי', '{contact}', '{pipeline}', '{new}') returning id`,
  ],
  ['', `update opportunities set stage_id = '{next}' where id = '{opportunity}'`],
  ['', `update opportunities set stage_id = '{won}' where id = '{opportunity}'`],
  ['', `update opportunities set stage_id = '{new}', reopened_because = 'טעות' where id = '{opportunity}'`],
  [
    '',
    `update opportunities set stage_id = '{lost}', lost_reason_id = (select id from lost_reasons limit 1) where id = '{opportunity}'`,
  ],
  ['', `update opportunities set stage_id = '{new}', reopened_because = 'טעות' where id = '{opportunity}'`],
  ['', `update opportunities set stage_entered_at = now() - interval '3 days' where id = '{opportunity}'`],
  ['', `select emit_rotting_opportunities()`],
  [
    'task',
    `insert into tasks (name, contact_id, due_at) values ('שיחה', '{contact}', now() - interval '1 hour') returning id`,
  ],
  ['', `select emit_overdue_tasks()`],
  ['host', `insert into auth.users (email) values ('host@example.com') returning id`],
  ...['confirmed', 'pending', 'awaiting_payment'].map((status, i): [string, string] => [
    status,
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind, decide_by)
     values ('היכרות', '{host}', '{contact}', now() + interval '${i} days', now() + interval '${i} days 1 hour', '${status}', 'meet', now())
     returning id`,
  ]),
  ['', `update appointments set status = 'cancelled', cancelled_by = 'client' where id = '{pending}'`],
  ['', `update appointments set status = 'completed' where id = '{confirmed}'`],
  ['', `update appointments set status = 'no_show', no_show = 'client' where id = '{confirmed}'`],
  [
    '',
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind, rescheduled_from_id, root_id)
     values ('היכרות', '{host}', '{contact}', now() + interval '8 days', now() + interval '9 days', 'confirmed', 'meet', '{pending}', '{pending}')`,
  ],
  [
    'series',
    `insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind, series_id)
     select 'ליווי', '{host}', '{contact}', now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour', 'confirmed', 'meet', '{contact}'
     from generate_series(20, 21) n returning series_id as id`,
  ],
  ['', `update appointments set status = 'cancelled', cancelled_by = 'host' where series_id = '{series}'`],
  ['', `update tasks set status = 'Done' where id = '{task}'`],
  ['paper', `insert into files (contact_id, name) values ('{contact}', 'הסכם.pdf') returning id`],
  [
    'asked',
    `insert into signature_requests (file_id, contact_id, file_name, sha256) values ('{paper}', '{contact}', 'הסכם.pdf', repeat('a', 64)) returning id`,
  ],
  [
    '',
    `update signature_requests set signed_at = now(), signed_name = 'נועה לוי', signed_by = '{host}' where id = '{asked}'`,
  ],
  ['bring', `insert into process_templates (name) values ('ליווי') returning id`],
  [
    'stage',
    `insert into process_stages (template_id, name, stage_order, stage_type) values ('{bring}', 'מיפוי', 1, 'document') returning id`,
  ],
  ['payslip', `insert into stage_documents (stage_id, position, name) values ('{stage}', 1, 'תלוש') returning id`],
  [
    'at',
    `with way as (insert into client_processes (contact_id, process_template_id) values ('{contact}', '{bring}') returning id)
     insert into process_stage_instances (client_process_id, process_stage_id, status) select id, '{stage}', 'active' from way returning id`,
  ],
  [
    '',
    `insert into stage_document_files (file_id, stage_instance_id, stage_document_id) values ('{paper}', '{at}', '{payslip}')`,
  ],
  ['', `update files set stored_at = now() where id = '{paper}'`],
  [
    '',
    `update stage_document_files set status = 'returned', reason = 'חסר עמוד', decided_at = now() where file_id = '{paper}'`,
  ],
  ['', `update stage_document_files set status = 'approved', reason = null where file_id = '{paper}'`],
  [
    'note',
    `insert into session_notes (contact_id, held_on, title) values ('{contact}', current_date, 'פגישה') returning id`,
  ],
  [
    '',
    `insert into session_summaries (note_id, contact_id, held_on, title, shared_with)
     select id, contact_id, held_on, title, shared_with from session_notes where id = '{note}'`,
  ],
  [
    'form',
    `with made as (insert into forms (title, current_version, status) values ('היכרות', 1, 'published') returning id)
     insert into form_versions (form_id, number, definition) select id, 1, '{}' from made returning form_id as id`,
  ],
  [
    'filling',
    `insert into form_submissions (form_id, form_version, key_hash, status, contact_id)
     values ('{form}', 1, repeat('a', 64), 'partial', '{contact}') returning id`,
  ],
  ['', `update form_submissions set abandoned_at = now() where id = '{filling}'`],
  [
    '',
    `update form_submissions set status = 'complete', completed_at = now(), ending_key = 'thanks' where id = '{filling}'`,
  ],
  [
    '',
    `insert into contact_requests (contact_id, name, topic, words_hash) values ('{contact}', 'נועה', 'שיחה', repeat('a', 64))`,
  ],
  [
    'quiz',
    `insert into quiz_versions (quiz_id, number, definition) select id, 98, '{}' from quizzes returning quiz_id as id`,
  ],
  [
    'attempt',
    `insert into quiz_attempts (quiz_id, quiz_version, key_hash, status, stage, result, completed_at)
     values ('{quiz}', 98, repeat('d', 64), 'completed', 2, '{}', now()) returning id`,
  ],
  ['', `update quiz_attempts set contact_id = '{contact}' where id = '{attempt}'`],
  [
    '',
    `insert into quiz_attempts (quiz_id, quiz_version, key_hash, status, stage, result, completed_at, partner_id)
     values ('{quiz}', 98, repeat('e', 64), 'completed', 2, '{}', now(), '{attempt}')`,
  ],
  ['magnet', `insert into lead_magnets (slug, title) values ('first-talk', 'שיחה ראשונה') returning id`],
  [
    'guide',
    `insert into lead_magnet_requests (magnet_id, contact_id, name, email) values ('{magnet}', '{contact}', 'נועה', 'noa@example.com') returning id`,
  ],
  ['', `update lead_magnet_requests set opened_at = now(), opens = 1 where id = '{guide}'`],
  ['launch', `insert into launches (title) values ('סדרה') returning id`],
  [
    'lesson',
    `insert into launch_contents (launch_id, position, title, release_kind, release_hours) values ('{launch}', 1, 'שיעור', 'hours', 0) returning id`,
  ],
  [
    '',
    `with product as (insert into products (slug, name) values ('launched', 'קורס') returning id),
       price as (insert into prices (product_id, amount_agorot) select id, 100 from product returning id)
     update launches set status = 'prelaunch', prelaunch_at = now() - interval '2 days', cart_opens_at = now() - interval '1 day',
       cart_closes_at = now() + interval '2 days', price_id = (select id from price) where id = '{launch}'`,
  ],
  [
    'joined',
    `insert into launch_participants (launch_id, contact_id, name, email) values ('{launch}', '{contact}', 'נועה', 'noa@example.com') returning id`,
  ],
  ['', 'select move_launches()'],
  ['', `update launches set cart_closes_at = now() + interval '2 hours' where id = '{launch}'`],
  ['', 'select move_launches()'],
  ['', `update launch_progress set completed_at = now() where participant_id = '{joined}'`],
  ['', `update launch_participants set status = 'opted_out', opted_out_at = now() where id = '{joined}'`],
  ['webinar', `insert into webinars (slug, title) values ('budget', 'תקציב שמחזיק') returning id`],
  [
    'registration',
    `insert into webinar_registrations (webinar_id, contact_id, name, email) values ('{webinar}', '{contact}', 'נועה', 'noa@example.com') returning id`,
  ],
  [
    '',
    `insert into webinar_registrations (webinar_id, contact_id, name, email, state)
     values ('{webinar}', '{contact}', 'נועה', 'waits@example.com', 'waitlisted')`,
  ],
  ...['joined', 'left_early', 'stayed', 'missed', 'replay'].map((state): [string, string] => [
    '',
    `update webinar_registrations set state = '${state}' where id = '{registration}'`,
  ]),
  ['', `update webinar_registrations set offer_clicked_at = now() where id = '{registration}'`],
  [
    '',
    `insert into webinar_messages (webinar_id, registration_id, author, kind, body)
     values ('{webinar}', '{registration}', 'נועה', 'question', 'איך מתחילים?')`,
  ],
  ...['grant', 'withdraw'].map((action): [string, string] => [
    '',
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type)
     select '{contact}', 'noa@example.com', 'email', 'marketing', '${action}', id, repeat('a', 64), 'form' from consent_texts limit 1`,
  ]),
  [
    'charge',
    `insert into charges (contact_id, title, amount_agorot, due_on) values ('{contact}', 'ליווי', 100, current_date) returning id`,
  ],
  [
    'payment',
    `insert into payments (contact_id, charge_id, method, amount_agorot) values ('{contact}', '{charge}', 'bit', 100) returning id`,
  ],
  [
    '',
    `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot)
     values ('{contact}', 'refund', '{payment}', 'התחרטו', 'bit', 40)`,
  ],
  [
    '',
    `insert into reviews (shown_name, body, original_body, rating) values ('נועה', 'היה טוב מאוד', 'היה טוב מאוד', 5)`,
  ],
  ['template', `insert into process_templates (name) values ('ליווי') returning id`],
  [
    'step',
    `insert into process_stages (template_id, stage_order, name, stage_type) values ('{template}', 1, 'מיפוי', 'meeting') returning id`,
  ],
  [
    'process',
    `insert into client_processes (contact_id, process_template_id) values ('{contact}', '{template}') returning id`,
  ],
  [
    'stage',
    `insert into process_stage_instances (client_process_id, process_stage_id, status, due_on)
     values ('{process}', '{step}', 'active', current_date - 2) returning id`,
  ],
  ['', `select emit_late_stages()`],
  ['', `update process_stage_instances set status = 'done', done_at = now() where id = '{stage}'`],
  ['client', `insert into contacts (first_name, client_user_id) values ('רון', '{host}') returning id`],
  [
    'led',
    `insert into client_processes (contact_id, process_template_id, created_at)
     values ('{client}', '{template}', now() - interval '15 days') returning id`,
  ],
  ['', `select emit_idle_clients()`],
  ['', `update client_processes set status = 'completed' where id = '{led}'`],
  [
    'planned',
    `insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id)
     values ('key', '{contact}', 'service', 'contact', '{contact}') returning id`,
  ],
  [
    'message',
    `insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash)
     values ('{planned}', '{contact}', 'service', 'noa@example.com', 'שלום', repeat('a', 64)) returning id`,
  ],
  ['', `update messages set bounced_at = now() where id = '{message}'`],
  ['', `update messages set complained_at = now() where id = '{message}'`],
  [
    '',
    `insert into received_messages (channel, provider_id, from_value, contact_id, received_at)
     values ('whatsapp', 'wamid.1', '+972500000009', '{contact}', now())`,
  ],
  [
    'automation',
    `insert into automations (name, definition) values ('ברוכים הבאים', '{"trigger": {"groups": [[{"field": "lifecycle", "op": "is", "values": ["client"]}]]}}') returning id`,
  ],
  [
    '',
    `insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches)
     select id, 1, definition, '{automation.list_joined}', '{}', '{}' from automations`,
  ],
  ['', `update automations set current_version = 1, status = 'enabled'`],
  ['', `select emit_list_joins()`],
  ['', `select emit_reached_date('{automation}', '{contact}', now())`],
  ['', `select emit_enrolment('{automation}', '{contact}', 'automation.enrolled')`],
  ['', `select emit_enrolment('{automation}', '{contact}', 'automation.left')`],
  ['calendar_host', `insert into auth.users (email) values ('calendar@example.com') returning id`],
  [
    '',
    `insert into calendar_connections (user_id, account_email, scopes) values ('{calendar_host}', 'dana@example.com', '{}')`,
  ],
  ['', `update calendar_connections set status = 'needs_reconnect', last_error = 'access_revoked'`],
  ['product', `insert into products (slug, name) values ('events-course', 'קורס') returning id`],
  [
    'order',
    `insert into orders (contact_id, product_id, title, amount_agorot, name, email)
     values ('{contact}', '{product}', 'קורס', 100, 'נועה', 'noa@example.com') returning id`,
  ],
  [
    'attempt',
    `insert into payment_attempts (order_id, provider, terminal, reference, secret_hash, amount_agorot)
     values ('{order}', 'cardcom', '9999', 'pay_0000000000000000', 'x', 100) returning id`,
  ],
  [
    '',
    `select move_order('{order}', '{"kind": "opened", "attempt": "{attempt}", "provider_ref": "1", "url": "http://localhost"}')`,
  ],
  [
    '',
    `select move_order('{order}', '{"kind": "answer", "attempt": "{attempt}", "answer": {"state": "declined", "transactionId": "1", "reason": "declined"}}')`,
  ],
  [
    '',
    `select move_order('{order}', '{"kind": "answer", "attempt": "{attempt}",
       "answer": {"state": "paid", "amountAgorot": 100, "currency": "ILS", "transactionId": "2"}}')`,
  ],
  [
    '',
    `select move_order('{order}', '{"kind": "refund_asked", "refund": "{product}", "attempt": "{attempt}", "amount_agorot": 40, "reason": "ביטול"}')`,
  ],
  [
    '',
    `select move_order('{order}', '{"kind": "refund_answer", "refund": "{product}", "status": "done", "refund_id": "3"}')`,
  ],
  ['left_product', `insert into products (slug, name, is_active) values ('left-course', 'קורס', true) returning id`],
  [
    'left_price',
    `insert into prices (product_id, amount_agorot, active_from) values ('{left_product}', 100, now() - interval '1 day') returning id`,
  ],
  [
    '',
    `insert into orders (contact_id, product_id, price_id, title, amount_agorot, name, email, terms_agreed_at)
     values ('{contact}', '{left_product}', '{left_price}', 'קורס', 100, 'נועה', 'noa@example.com', now() - interval '2 hours')`,
  ],
  ['', 'select emit_abandoned_checkouts()'],
  ['plan', `insert into payment_plans (contact_id, title) values ('{other}', 'ליווי') returning id`],
  [
    'month',
    `insert into charges (contact_id, plan_id, number, title, amount_agorot, due_on)
     values ('{other}', '{plan}', 1, 'ליווי', 100, current_date) returning id`,
  ],
  [
    'month_order',
    `insert into orders (contact_id, product_id, charge_id, title, amount_agorot, name, email)
     values ('{other}', '{product}', '{month}', 'ליווי', 100, 'נועה', 'noa@example.com') returning id`,
  ],
  [
    'token_charge',
    `insert into payment_attempts (order_id, provider, terminal, reference, secret_hash, amount_agorot, by_token)
     values ('{month_order}', 'cardcom', '9999', 'pay_0000000000000001', 'x', 100, true) returning id`,
  ],
  [
    '',
    `select move_order('{month_order}', '{"kind": "answer", "attempt": "{token_charge}", "answer": {"state": "declined", "transactionId": "4", "reason": "declined"}}')`,
  ],
  [
    'invitation',
    `insert into client_invitations (contact_id, email_norm, status, sent_at) values ('{contact}', 'a@example.com', 'sent', now()) returning id`,
  ],
  ['', `update client_invitations set status = 'accepted', accepted_at = now() where id = '{invitation}'`],
  ['', `insert into merges (winner_id, loser_id, snapshot) values ('{contact}', '{other}', '{}')`],
]

beforeAll(async () => {
  const ids: Record<string, string> = {}
  for (const [name, text] of statements) {
    const filled = text.replace(/\{(\w+)\}/g, (hole, key: string) => ids[key] ?? hole)
    const [row] = await db.sql<{ id: string }>(filled)
    if (name) ids[name] = row!.id
  }
})

test('the database writes every declared event, with the declared payload', async () => {
  const rows = await db.sql<{ type: string; payload: object }>('select type, payload from domain_events order by id')
  const undeclared = rows.filter(({ type }) => !declared.has(type))
  expect(undeclared).toEqual([])
  const wrong = rows.flatMap(({ type, payload }) => {
    const { error } = declared.get(type)!.payload.safeParse(payload)
    return error ? [{ type, payload, issues: error.issues }] : []
  })
  expect(wrong).toEqual([])
  const missing = [...declared.keys()].filter((type) => !rows.some((row) => row.type === type))
  expect(missing).toEqual([])
})

test('a time-based event is written once', async () => {
  await db.sql(
    'select emit_rotting_opportunities(), emit_overdue_tasks(), emit_late_stages(), emit_abandoned_checkouts(), emit_idle_clients()',
  )
  const rows = await db.sql<{ type: string; n: number }>(
    'select type, count(*)::int as n from domain_events where once_key is not null group by type order by type',
  )
  expect(rows).toEqual([
    { type: 'automation.date_reached', n: 1 },
    { type: 'checkout.abandoned', n: 1 },
    { type: 'client.idle', n: 1 },
    { type: 'opportunity.rotting', n: 1 },
    { type: 'order.failed', n: 2 },
    { type: 'order.paid', n: 1 },
    { type: 'order.refunded', n: 1 },
    { type: 'stage.late', n: 1 },
    { type: 'task.overdue', n: 1 },
  ])
})

test('events are deleted with their contact, and deleting a contact writes none', async () => {
  const [{ id }] = (await db.sql<{ id: string }>(`insert into contacts (first_name) values ('רות') returning id`)) as [
    { id: string },
  ]
  const tag = await db.sql<{ id: string }>(`insert into tags (name) values ('לזמן קצר') returning id`)
  await db.sql('insert into contact_tags values ($1, $2)', [id, tag[0]!.id])
  await db.sql('delete from contacts where id = $1', [id])
  expect(await db.sql('select from domain_events where contact_id = $1 or entity_id = $1', [id])).toEqual([])
})
