import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'
import { requiredMessages } from './messages/required-messages.ts'
import { TemplateDefinition } from './templates/webinar-template.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { addWebinar, addSession, send } = webinarVisitors(siteApp)

const mute = (webinar: string, rule: string) =>
  db.as(as.content, 'insert into webinar_muted_messages (webinar_id, rule_key) values ($1, $2)', [webinar, rule])
const unmute = (webinar: string, rule: string) =>
  db.as(as.content, 'delete from webinar_muted_messages where webinar_id = $1 and rule_key = $2', [webinar, rule])
async function register(webinar: string, session: string, email: string) {
  const [message] = await db.sql<{ id: string }>(
    `with person as (insert into contacts (first_name) values ('נועה') returning id)
     insert into webinar_registrations (webinar_id, session_id, contact_id, name, email) select $1, $2, id, 'נועה', $3 from person returning id`,
    [webinar, session, email],
  )
  return message!.id
}
const waiting = async (registration: string) =>
  (
    await db.sql<{ key: string }>(
      `select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id
       where s.context_id = $1 and s.status in ('scheduled', 'held_quiet') order by r.key`,
      [registration],
    )
  ).map(({ key }) => key)

const outcomes = (registration: string, rule: string) =>
  db.sql(
    `select s.status, s.skip_reason from scheduled_messages s join message_rules r on r.id = s.rule_id
     where s.context_id = $1 and r.key = $2`,
    [registration, rule],
  )

test('a disabled message is not scheduled for its webinar, and is scheduled for another webinar', async () => {
  const [quiet, usual] = [await addWebinar('quiet'), await addWebinar('usual')]
  await mute(quiet, 'webinar.opening')
  const here = await register(quiet, await addSession(quiet, '5 days'), 'quiet@example.com')
  const there = await register(usual, await addSession(usual, '5 days'), 'usual@example.com')
  const rest = ['webinar.confirmation', 'webinar.reminder_day', 'webinar.reminder_hour']
  expect(await waiting(here)).toEqual(rest)
  expect(await waiting(there)).toEqual(['webinar.confirmation', 'webinar.opening', ...rest.slice(1)])
})

test('disabling a rule cancels waiting messages, and enabling it restores them once', async () => {
  const webinar = await addWebinar('switched')
  const [registration, all] = [
    await register(webinar, await addSession(webinar, '5 days'), 'switched@example.com'),
    ['webinar.confirmation', 'webinar.opening', 'webinar.reminder_day', 'webinar.reminder_hour'],
  ]
  expect(await waiting(registration)).toEqual(all)
  await mute(webinar, 'webinar.reminder_day')
  expect(await waiting(registration)).toEqual(all.filter((key) => key !== 'webinar.reminder_day'))
  expect(await outcomes(registration, 'webinar.reminder_day')).toEqual([
    { status: 'canceled', skip_reason: 'muted_here' },
  ])
  await unmute(webinar, 'webinar.reminder_day')
  expect(await waiting(registration)).toEqual(all)
  expect(await outcomes(registration, 'webinar.reminder_day')).toEqual([{ status: 'scheduled', skip_reason: null }])
})

test('whether a message is disabled is checked again at sending', async () => {
  const webinar = await addWebinar('at-sending')
  const registration = await register(webinar, await addSession(webinar, '9 minutes'), 'sending@example.com')
  // Simulates a message that is scheduled concurrently with the change.
  await db.sql('alter table webinar_muted_messages disable trigger user')
  await mute(webinar, 'webinar.opening')
  await db.sql('alter table webinar_muted_messages enable trigger user')
  expect(await waiting(registration)).toContain('webinar.opening')
  await send(new Date())
  expect(await outcomes(registration, 'webinar.opening')).toEqual([{ status: 'skipped', skip_reason: 'muted_here' }])
  // After it is enabled again within the hour, the message is sent.
  await unmute(webinar, 'webinar.opening')
  expect(await waiting(registration)).toContain('webinar.opening')
})

test('every message can be disabled, except one with the only link and one that confirms an action', async () => {
  const webinar = await addWebinar('required')
  const rules = await db.sql<{ key: string }>(
    `select key from message_rules where context_type = 'webinar_registration'`,
  )
  const refused: string[] = []
  for (const { key } of rules)
    await mute(webinar, key).catch((error: { constraint?: string }) => {
      expect(error.constraint).toBe('webinar_message_required')
      refused.push(key)
    })
  expect(refused.toSorted()).toEqual(requiredMessages.toSorted())
  // Simulates a template saved before the check existed.
  const all = rules.map(({ key }) => key)
  await db.sql('select private.apply_webinar_definition($1, $2)', [webinar, JSON.stringify({ muted_messages: all })])
  expect(await mutedOf(webinar)).toEqual(all.filter((key) => !requiredMessages.includes(key)).toSorted())
})

test('rules of other entities cannot be disabled for a webinar, and sales cannot disable any', async () => {
  const webinar = await addWebinar('refused')
  const [other] = await db.sql<{ key: string }>(
    `select key from message_rules where context_type <> 'webinar_registration' limit 1`,
  )
  await expect(mute(webinar, other!.key)).rejects.toThrow('row-level security')
  await expect(
    db.as(as.sales, 'insert into webinar_muted_messages (webinar_id, rule_key) values ($1, $2)', [
      webinar,
      'webinar.opening',
    ]),
  ).rejects.toThrow('row-level security')
})

const mutedOf = async (webinar: string) =>
  (
    await db.sql<{ key: string }>(
      'select rule_key as key from webinar_muted_messages where webinar_id = $1 order by 1',
      [webinar],
    )
  ).map(({ key }) => key)

test('a template contains disabled rules, and its update preserves the webinar’s own changes', async () => {
  const source = await addWebinar('source')
  await mute(source, 'webinar.opening')
  const [{ id: template }] = (await db.as<{ id: string }>(
    as.content,
    `select webinar_template_from($1, 'בלי פתיחה') as id`,
    [source],
  )) as [{ id: string }]
  const make = async (slug: string) =>
    (await db.as<{ id: string }>(as.content, `select webinar_from_template($1, 'ערב', $2) as id`, [template, slug]))[0]!
      .id
  const [follows, own] = [await make('follows'), await make('own')]
  expect([await mutedOf(follows), await mutedOf(own)]).toEqual([['webinar.opening'], ['webinar.opening']])
  await mute(own, 'webinar.started')
  await mute(source, 'webinar.missed')
  await db.as(as.content, 'select renew_webinar_template($1)', [source])
  await db.as(as.content, 'select * from update_webinars_of_template($1, $2)', [template, [follows, own]])
  expect(await mutedOf(follows)).toEqual(['webinar.missed', 'webinar.opening'])
  expect(await mutedOf(own)).toEqual(['webinar.opening', 'webinar.started'])
})

test('a template version without the field updates a webinar without disabled rules; an unknown rule in a file is ignored', async () => {
  const [template] = await db.sql<{ id: string }>(
    `insert into webinar_templates (name, definition) values ('ישנה', '{"title": "ערב", "kind": "live"}') returning id`,
  )
  const [{ id }] = (await db.as<{ id: string }>(as.content, `select webinar_from_template($1, 'ערב', 'older') as id`, [
    template!.id,
  ])) as [{ id: string }]
  const definition = TemplateDefinition.parse({
    title: 'ערב',
    muted_messages: ['webinar.missed', 'webinar.of_another'],
  })
  await db.sql('update webinar_templates set definition = $2 where id = $1', [template!.id, JSON.stringify(definition)])
  await db.as(as.content, 'select * from update_webinars_of_template($1, $2)', [template!.id, [id]])
  expect(await mutedOf(id)).toEqual(['webinar.missed'])
})
