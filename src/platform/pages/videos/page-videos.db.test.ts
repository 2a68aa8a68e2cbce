import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeActors } from '../../../../test/actors.ts'
import { testSite } from '../../../../test/site-app.ts'
import { videoPath, videosBucket } from './page-videos.ts'

const { app, db, tokens } = await testSite({ demo: false })
const { ids } = await makeActors(db)
const bytes = Buffer.from('video bytes')

async function upload(user: keyof typeof ids | 'visitor', { ending = 'webm', type = 'video/webm', name = '' } = {}) {
  const key = name || `${randomUUID()}.${ending}`
  const claims = user === 'visitor' ? {} : { authorization: `Bearer ${await tokens.sign({ role: 'authenticated', sub: ids[user], aud: 'authenticated' }, 600)}` } // prettier-ignore
  const signed = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/upload/sign/${videosBucket}/${key}`,
    headers: { apikey: tokens.anonKey, ...claims, 'content-type': 'application/json' },
    payload: {},
  })
  if (signed.statusCode !== 200) return { stored: false, key }
  const url = `/storage/v1${signed.json<{ url: string }>().url}`
  const { statusCode } = await app.inject({ method: 'PUT', url, headers: { 'content-type': type }, payload: bytes })
  return { stored: statusCode === 200, key }
}

test('roles that edit the site upload a video for its pages, which visitors can play and seek', async () => {
  for (const user of ['owner', 'admin', 'content'] as const)
    expect([user, (await upload(user)).stored]).toEqual([user, true])
  for (const user of ['coach', 'sales', 'client', 'visitor'] as const)
    expect([user, (await upload(user)).stored]).toEqual([user, false])
  const { key } = await upload('content')
  const played = await app.inject({ url: videoPath(key), headers: { range: 'bytes=6-' } })
  expect([played.statusCode, played.headers['content-type'], played.body]).toEqual([206, 'video/webm', 'bytes'])
})

test('captions are stored as WebVTT; an HTML file, and a name chosen by the caller, are refused', async () => {
  const captions = await upload('content', { ending: 'vtt', type: 'text/vtt' })
  expect((await app.inject({ url: videoPath(captions.key) })).headers['content-type']).toMatch(/^text\/vtt/)
  expect((await upload('content', { type: 'text/html' })).stored).toBe(false)
  expect((await upload('content', { ending: 'html' })).stored).toBe(false)
  expect((await upload('content', { name: 'intro.webm' })).stored).toBe(false)
})

test('a video that no version of a page or template names is deleted after thirty days', async () => {
  const [named, inTemplate, unnamed, recent] = await Promise.all(
    Array.from({ length: 4 }, async () => (await upload('content')).key),
  )
  await db.sql(`insert into page_versions (path, number, blocks) values ('/about', 900, $1)`, [
    JSON.stringify([{ kind: 'video', content: { address: videoPath(named!) } }]),
  ])
  await db.sql(`insert into component_templates (name, kind, content) values ('סרטון', 'video', $1)`, [
    JSON.stringify({ address: videoPath(inTemplate!) }),
  ])
  await db.sql(`update storage.objects set created_at = now() - interval '31 days' where name = any ($1)`, [
    [named, inTemplate, unnamed],
  ])
  await db.as({ role: 'service_role' }, 'select prune_page_videos()')
  const left = await db.sql<{ name: string }>('select name from storage.objects where name = any ($1)', [
    [named, inTemplate, unnamed, recent],
  ])
  expect(new Set(left.map(({ name }) => name))).toEqual(new Set([named, inTemplate, recent]))
})
