import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { financialStage } from './definition/financial-stage.ts'
import { QuizDefinition } from './definition/quiz-definition.ts'
import { videoPath, videosBucket } from './stage-videos.ts'

const { app, db, tokens } = await testSite({ demo: false })
const { ids } = await makeActors(db)
const bytes = Buffer.from('video bytes')

async function upload(user: keyof typeof ids | 'visitor', { key = randomUUID() as string, type = 'video/webm' } = {}) {
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

test("owners and admins upload a stage's video, which visitors can play and seek", async () => {
  for (const user of ['owner', 'admin'] as const) expect([user, (await upload(user)).stored]).toEqual([user, true])
  for (const user of ['coach', 'sales', 'content', 'client', 'visitor'] as const)
    expect([user, (await upload(user)).stored]).toEqual([user, false])
  const { key } = await upload('owner')
  const played = await app.inject({ url: videoPath(key), headers: { range: 'bytes=6-' } })
  expect([played.statusCode, played.headers['content-type'], played.body]).toEqual([206, 'video/webm', 'bytes'])
})

test('an HTML file is refused as a video, and the caller cannot choose the stored name', async () => {
  expect((await upload('owner', { type: 'text/html' })).stored).toBe(false)
  expect((await upload('owner', { key: 'intro.webm' })).stored).toBe(false)
})

test('publishing refuses an unsupported video URL and captions of another site', () => {
  const problems = (video: object) => {
    const stages = financialStage.stages.with(0, { ...financialStage.stages[0]!, video } as never)
    return QuizDefinition.safeParse({ ...financialStage, stages }).error?.issues.map(({ path }) => path.join('.')) ?? []
  }
  expect(problems({ address: 'https://vimeo.com/123456789' })).toEqual([])
  expect(problems({ address: videoPath(randomUUID()), captions: videoPath(randomUUID()) })).toEqual([])
  expect(problems({ address: 'javascript:alert(1)' })).toEqual(['stages.0.video.address'])
  expect(problems({ address: 'https://youtu.be/dQw4w9WgXcQ', captions: 'https://example.com/words.vtt' })).toEqual(['stages.0.video.captions']) // prettier-ignore
})
