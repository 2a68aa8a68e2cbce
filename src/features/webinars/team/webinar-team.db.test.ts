import { expect, test } from 'vitest'
import { makeActors } from '../../../../test/actors.ts'
import { testSite } from '../../../../test/site-app.ts'
import { webinarVisitors } from '../../../../test/webinars.ts'

const { db, ...site } = await testSite({ demo: false })
const { ids, as } = await makeActors(db)
const { addWebinar, addSession } = webinarVisitors({ db, ...site })

async function planned(slug: string) {
  const webinar = await addWebinar(slug)
  const session = await addSession(webinar, '3 hours')
  await db.sql(
    `insert into webinar_messages (webinar_id, session_id, author, kind, body) values ($1, $2, 'הצוות', 'chat', 'שלום')`,
    [webinar, session],
  )
  return { webinar, session }
}
const name = (webinar: string, user: keyof typeof ids, role: string) =>
  db.as(as.content, 'insert into webinar_team (webinar_id, user_id, role) values ($1, $2, $3)', [
    webinar,
    ids[user],
    role,
  ])
const sendMessage = (session: string, actor: keyof typeof as) =>
  db.as(as[actor], `select say_in_webinar($1, 'שלום')`, [session])
const open = (session: string, actor: keyof typeof as) =>
  db.as(as[actor], `select move_webinar_session($1, 'open_lobby')`, [session])
const controls = async (session: string, actor: keyof typeof as) =>
  (
    await db.as<{ isHost: boolean | null }>(
      as[actor],
      `select (webinar_control($1) ->> 'is_host')::boolean as "isHost"`,
      [session],
    )
  )[0]!.isHost
const heard = async (session: string, actor: keyof typeof as) =>
  (await db.as(as[actor], 'select from webinar_messages where session_id = $1', [session])).length

test('without a named team the host of a room is determined by role', async () => {
  const { session } = await planned('by-role')
  expect(await controls(session, 'coach')).toBe(true)
  expect(await controls(session, 'sales')).toBe(false)
  await sendMessage(session, 'sales')
  await expect(open(session, 'sales')).rejects.toThrow('not_allowed')
  await open(session, 'coach')
})

test('only members can enter a webinar with a team: a moderator writes and moderates, a host also controls the session', async () => {
  const { webinar, session } = await planned('named')
  await name(webinar, 'sales', 'host')
  await name(webinar, 'content', 'moderator')
  expect(await controls(session, 'coach')).toBeNull()
  expect(await heard(session, 'coach')).toBe(0)
  await expect(sendMessage(session, 'coach')).rejects.toThrow('not_allowed')
  await expect(open(session, 'coach')).rejects.toThrow('not_allowed')

  expect(await controls(session, 'content')).toBe(false)
  expect(await heard(session, 'content')).toBe(1)
  await sendMessage(session, 'content')
  await expect(open(session, 'content')).rejects.toThrow('not_allowed')
  await expect(db.as(as.content, 'select rehearse_webinar($1, true)', [session])).rejects.toThrow('not_allowed')

  expect(await controls(session, 'sales')).toBe(true)
  await open(session, 'sales')
  expect(await controls(session, 'owner')).toBe(true)
})

test('with only moderators named, hosts are determined by role, and other staff cannot enter', async () => {
  const { webinar, session } = await planned('moderators')
  await name(webinar, 'sales', 'moderator')
  expect(await controls(session, 'sales')).toBe(false)
  expect(await controls(session, 'coach')).toBe(true)
  expect(await heard(session, 'content')).toBe(1)
  await name(webinar, 'coach', 'moderator')
  await open(session, 'coach')
  await db.as(as.owner, 'delete from webinar_team where webinar_id = $1', [webinar])
  await name(webinar, 'coach', 'moderator')
  expect(await controls(session, 'sales')).toBeNull()
  expect(await heard(session, 'sales')).toBe(0)
})

test.each<[team: string, named: [user: keyof typeof ids, role: string][]]>([
  ['no team', []],
  ['a host', [['sales', 'host']]],
  ['a moderator', [['sales', 'moderator']]],
  ['a host and a moderator', [['coach', 'host'], ['content', 'moderator']]], // prettier-ignore
])('with %s, everyone who can enter the room can read its lines', async (team, named) => {
  const { webinar, session } = await planned(`lines-${team.replaceAll(' ', '-')}`)
  for (const [user, role] of named) await name(webinar, user, role)
  const enters = async (actor: keyof typeof as) => (await controls(session, actor)) !== null
  for (const actor of ['owner', 'admin', 'coach', 'content', 'sales', 'client', 'stranger'] as const)
    expect([actor, await heard(session, actor)]).toEqual([actor, (await enters(actor)) ? 1 : 0])
})

test('hiding a line and moderating a registrant require membership in the team', async () => {
  const { webinar, session } = await planned('moderated')
  await name(webinar, 'sales', 'moderator')
  await name(webinar, 'content', 'host')
  const [line] = await db.sql<{ id: string }>('select id from webinar_messages where session_id = $1', [session])
  const [registration] = await db.sql<{ id: string }>(
    `with person as (insert into contacts (first_name) values ('נועה') returning id)
     insert into webinar_registrations (webinar_id, session_id, contact_id, name, email)
     select $1, $2, id, 'נועה', 'moderated@example.com' from person returning id`,
    [webinar, session],
  )
  const hide = (actor: keyof typeof as) => db.as(as[actor], 'select hide_webinar_message($1, true)', [line!.id])
  const mute = (actor: keyof typeof as) =>
    db.as(as[actor], `select moderate_webinar_registration($1, 'mute')`, [registration!.id])
  await expect(hide('coach')).rejects.toThrow('not_allowed')
  await expect(mute('coach')).rejects.toThrow('not_allowed')
  await hide('sales')
  await mute('sales')
  expect(await db.sql('select status from webinar_messages where id = $1', [line!.id])).toEqual([{ status: 'hidden' }])
})

test('webinar editors can set the team, and membership in another webinar’s team grants nothing', async () => {
  const [{ webinar, session }, other] = [await planned('own'), await planned('other')]
  await expect(
    db.as(as.coach, `insert into webinar_team (webinar_id, user_id, role) values ($1, $2, 'host')`, [
      webinar,
      ids.coach,
    ]),
  ).rejects.toThrow('row-level security')
  await name(webinar, 'sales', 'host')
  await name(other.webinar, 'coach', 'host')
  await expect(sendMessage(session, 'coach')).rejects.toThrow('not_allowed')
  await db.sql('delete from user_roles where user_id = $1', [ids.sales])
  await expect(sendMessage(session, 'sales')).rejects.toThrow('not_allowed')
})
