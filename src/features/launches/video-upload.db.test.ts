import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'

const { app, db, tokens } = await testSite({ demo: false })
const { ids } = await makeActors(db)

async function headersOf(user: keyof typeof ids | 'visitor') {
  const token =
    user === 'visitor'
      ? tokens.anonKey
      : await tokens.sign({ role: 'authenticated', sub: ids[user], aud: 'authenticated' }, 600)
  return { apikey: tokens.anonKey, authorization: `Bearer ${token}` }
}
async function upload(user: keyof typeof ids | 'visitor', { key = randomUUID() as string, type = 'video/mp4' } = {}) {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/launches/${key}`,
    headers: { ...(await headersOf(user)), 'content-type': type },
    payload: Buffer.from('video bytes'),
  })
  return { statusCode, key }
}
const isStored = async (key: string) =>
  (await db.sql(`select from storage.objects where bucket_id = 'launches' and name = $1`, [key])).length === 1

test('roles that edit launches can upload a video; other roles and visitors are refused', async () => {
  for (const user of ['owner', 'admin', 'content'] as const) {
    const { statusCode, key } = await upload(user)
    expect([user, statusCode, await isStored(key)]).toEqual([user, 200, true])
  }
  for (const user of ['coach', 'sales', 'client', 'visitor'] as const) {
    const { statusCode, key } = await upload(user)
    expect([user, statusCode >= 400, await isStored(key)]).toEqual([user, true, false])
  }
})

test('a file of another type, or with a client-chosen name, is refused', async () => {
  for (const file of [{ type: 'text/html' }, { key: 'intro.mp4' }]) {
    const { statusCode, key } = await upload('content', file)
    expect([file, statusCode >= 400, await isStored(key)]).toEqual([file, true, false])
  }
})

test('a second upload cannot replace an uploaded video, and reading it requires a signed URL', async () => {
  const { key } = await upload('content')
  expect((await upload('content', { key })).statusCode).toBeGreaterThanOrEqual(400)
  for (const url of [`/storage/v1/object/public/launches/${key}`, `/storage/v1/object/launches/${key}`]) {
    const { statusCode, body } = await app.inject({ url, headers: await headersOf('visitor') })
    expect([url, statusCode >= 400, body.includes('video bytes')]).toEqual([url, true, false])
  }
})
