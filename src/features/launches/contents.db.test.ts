import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { app, db, tokens } = siteApp
const { ids, as } = await makeActors(db)
const { addLaunch } = launchVisitors(siteApp)

const upload = async (content: string, name: string, bytes: Buffer) => {
  const token = await tokens.sign({ role: 'authenticated', sub: ids.content, aud: 'authenticated' }, 600)
  return app.inject({
    method: 'POST',
    url: `/functions/v1/add-launch-worksheet?${new URLSearchParams({ content, name }).toString()}`,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
}
const worksheetOf = async (content: string) =>
  (
    await db.sql<{ worksheet_key: string | null; worksheet_name: string | null }>(
      'select worksheet_key, worksheet_name from launch_contents where id = $1',
      [content],
    )
  )[0]!
const isStored = async (key: string | null) =>
  (await db.sql(`select from storage.objects where bucket_id = 'launches' and name = $1`, [key])).length === 1

test('the bytes of a worksheet are deleted with the last content that references them', async () => {
  const { first, second } = await addLaunch()
  const shared = (await worksheetOf(first)).worksheet_key
  expect((await upload(first, 'חדש.pdf', Buffer.from('%PDF-1.7 new'))).statusCode).toBe(200)
  const fresh = await worksheetOf(first)
  expect([fresh.worksheet_name, await isStored(fresh.worksheet_key), await isStored(shared)]).toEqual([
    'חדש.pdf',
    true,
    true,
  ])
  await db.as(as.content, 'select remove_launch_worksheet($1)', [second])
  expect([await worksheetOf(second), await isStored(shared)]).toEqual([
    { worksheet_key: null, worksheet_name: null },
    false,
  ])
  await expect(db.as(as.sales, 'select remove_launch_worksheet($1)', [first])).rejects.toThrow('not_allowed')
})

test.each([
  ['an HTML file named .pdf', 'a.pdf', Buffer.from('<!doctype html>'), 'worksheet_type'],
  ['an empty file', 'a.pdf', Buffer.alloc(0), 'file_empty'],
])('uploading %s is refused with a message, and the existing worksheet remains', async (_what, name, bytes, code) => {
  const { first } = await addLaunch()
  const before = await worksheetOf(first)
  const answer = await upload(first, name, bytes)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, code])
  expect(answer.json<{ message: string }>().message).toMatch(/[א-ת]/)
  expect(await worksheetOf(first)).toEqual(before)
})

test('contents are reordered in one statement, and a content that another one follows cannot be deleted', async () => {
  const { id, first, second } = await addLaunch()
  await db.as(as.content, 'select order_launch_contents($1, $2)', [id, [second, first]])
  expect(await db.sql('select id from launch_contents where launch_id = $1 order by position', [id])).toEqual([
    { id: second },
    { id: first },
  ])
  await db.sql(
    `update launch_contents set release_kind = 'content', release_after = $2, release_at = null where id = $1`,
    [second, first],
  )
  await expect(db.as(as.content, 'delete from launch_contents where id = $1', [first])).rejects.toMatchObject({
    constraint: 'release_after_another_launch',
  })
})
