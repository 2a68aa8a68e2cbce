import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)
const launch = await addLaunch()
await db.sql(`update launches set comments_mode = 'open' where id = $1`, [launch.id])

/** A participant who watched ninety seconds and wrote a comment. */
async function joinAndEnter(email: string) {
  await join(launch.id, email)
  await send()
  const visitor = await enter(linkIn((await mailsTo(email)).at(-1)))
  await post(`${visitor.path}/progress`, { content: launch.first, from: '0', until: '90' }, visitor)
  await post(`${visitor.path}/comment`, { content: launch.first, body: `מאת ${email}` }, visitor)
  const [row] = await db.sql<{ contact: string; id: string }>(
    'select id, contact_id as contact from launch_participants where email = $1',
    [email],
  )
  return { ...visitor, ...row!, email }
}
const addContact = async () =>
  (await db.sql<{ id: string }>(`insert into contacts (first_name) values ('זוכה') returning id`))[0]!.id
const merge = (winner: string, loser: string) =>
  db.as(
    as.owner,
    `select merge_contacts(w.id, l.id, w.version, l.version) from contacts w, contacts l where w.id = $1 and l.id = $2`,
    [winner, loser],
  )
const erase = (contact: string) =>
  db.as(as.owner, 'select forget_person(id, version) from contacts where id = $1', [contact])

type Visitor = Awaited<ReturnType<typeof joinAndEnter>>
const stateOf = async ({ id, path, cookie, email }: Visitor) => {
  const [row] = await db.sql<{ contact: string; completed: boolean }>(
    `select p.contact_id as contact, g.completed_at is not null as completed from launch_participants p
     join launch_progress g on g.participant_id = p.id and g.content_id = $2 where p.id = $1`,
    [id, launch.first],
  )
  const { body } = await get(path, { cookie })
  return { ...row, opens: body.includes('תוכן השיעור הראשון'), comment: body.includes(`מאת ${email}`) }
}
const open = { completed: true, opens: true, comment: true }

test('a merge moves a participation with its progress, comments and links to the winner', async () => {
  const [visitor, winner] = [await joinAndEnter('moves@example.com'), await addContact()]
  await merge(winner, visitor.contact)
  expect(await stateOf(visitor)).toEqual({ ...open, contact: winner })
})

test('if both contacts participate, each participation retains its progress, comments and links', async () => {
  const [first, second] = [await joinAndEnter('first@example.com'), await joinAndEnter('second@example.com')]
  await merge(first.contact, second.contact)
  expect(await stateOf(first)).toEqual({ ...open, contact: first.contact })
  expect(await stateOf(second)).toEqual({ ...open, contact: second.contact })
})

test('erasing a participant deletes their progress, comments and links, and no data of other participants', async () => {
  const [deletedOne, merged, stays] = [
    await joinAndEnter('gone@example.com'),
    await joinAndEnter('merged@example.com'),
    await joinAndEnter('stays@example.com'),
  ]
  await merge(deletedOne.contact, merged.contact)
  await erase(deletedOne.contact)
  for (const visitor of [deletedOne, merged]) expect(await stateOf(visitor)).toEqual({ opens: false, comment: false })
  expect(
    await db.sql('select id from launch_comments where participant_id = any ($1) or body like any ($2)', [
      [deletedOne.id, merged.id],
      ['%gone@%', '%merged@%'],
    ]),
  ).toEqual([])
  expect(await stateOf(stays)).toEqual({ ...open, contact: stays.contact })
  expect((await get(stays.path, stays)).body).not.toContain('gone@')
})

test('a participant whose contact is in the bin has no access until the contact is restored', async () => {
  const visitor = await joinAndEnter('binned@example.com')
  await db.sql('update contacts set deleted_at = now() where id = $1', [visitor.contact])
  expect((await stateOf(visitor)).opens).toBe(false)
  await db.sql('update contacts set deleted_at = null where id = $1', [visitor.contact])
  expect((await stateOf(visitor)).opens).toBe(true)
})
