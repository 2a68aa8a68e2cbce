import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'
import { landingPath } from './launches.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { get, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)

/** A launch whose contents each have an image. */
async function pictured() {
  const launch = await addLaunch()
  const pictures = await db.sql<{ id: string }>(
    `insert into pictures (format, width, height, bytes) select 'jpeg', 1600, 900, 10 from generate_series(1, 2) returning id`,
  )
  const [first, second] = pictures.map(({ id }) => id) as [string, string]
  for (const [content, picture] of [
    [launch.first, first],
    [launch.second, second],
  ])
    await db.as(as.content, 'update launch_contents set poster_id = $2 where id = $1', [content, picture])
  return { launch, first, second }
}

test('the images of open and locked contents are shown on the landing page and in the rail', async () => {
  const { launch, first, second } = await pictured()
  const landing = (await get(landingPath(launch.id))).body
  await join(launch.id, 'sees@example.com')
  await send()
  const { path, cookie } = await enter(linkIn((await mailsTo('sees@example.com')).at(-1)))
  const watch = (await get(path, { cookie })).body
  for (const body of [landing, watch])
    expect([body.includes(`${first}.jpg`), body.includes(`${second}.jpg`)]).toEqual([true, true])
  expect(watch).not.toContain('סוד השיעור השני')
  // After an image is replaced in the library, the launch pages show the new one.
  await db.sql('update pictures set replaced_by = $2 where id = $1', [second, first])
  expect((await get(landingPath(launch.id))).body).not.toContain(second)
})

test('a clone has the same images, and the library lists where they are used', async () => {
  const { launch, second } = await pictured()
  const [clone] = await db.as<{ id: string }>(as.content, `select clone_launch($1, 'סדרה חדשה', 30) as id`, [launch.id])
  const uses = await db.as<{ place: string; link: string }>(as.content, 'select place, link from picture_uses($1)', [
    second,
  ])
  expect(uses.map(({ link }) => link).toSorted()).toEqual(
    [launch.id, clone!.id].map((id) => `/crm/launches/${id}`).toSorted(),
  )
  expect(new Set(uses.map(({ place }) => place))).toEqual(new Set(['השקה']))
})

test('the sales role cannot choose the image of a content', async () => {
  const { launch, second } = await pictured()
  await db.as(as.sales, 'update launch_contents set poster_id = null where id = $1', [launch.second])
  expect(await db.sql('select poster_id from launch_contents where id = $1', [launch.second])).toEqual([
    { poster_id: second },
  ])
})
