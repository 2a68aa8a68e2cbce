import fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountClips } from './clips.ts'

const app = fastify()
mountClips(app)
const get = (name: string, headers: Record<string, string> = {}) => app.inject({ url: `/clips/${name}`, headers })
const clip = 'annual-expenses.webm'

test('a clip is sent as a whole or as the requested range', async () => {
  const whole = await get(clip)
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'video/webm'])
  const size = whole.rawPayload.length
  expect(size).toBeLessThan(1024 * 1024)
  for (const [range, from, to] of [
    ['bytes=0-3', 0, 4],
    ['bytes=100-', 100, size],
    ['bytes=-10', size - 10, size],
    [`bytes=10-${size * 2}`, 10, size],
  ] as const) {
    const part = await get(clip, { range })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${from}-${to - 1}/${size}`])
    expect(part.rawPayload.equals(whole.rawPayload.subarray(from, to))).toBe(true)
  }
  expect((await get(clip, { range: `bytes=${size}-` })).statusCode).toBe(416)
  expect((await get(clip, { range: 'bytes=0-1,4-5' })).statusCode).toBe(200)
  expect((await get(clip, { 'if-none-match': whole.headers.etag! })).statusCode).toBe(304)
})

test('captions have their content type, and other files of the folder are not served', async () => {
  const captions = await get('annual-expenses.vtt')
  expect([captions.statusCode, captions.headers['content-type'], captions.body.slice(0, 6)]).toEqual([
    200,
    'text/vtt; charset=utf-8',
    'WEBVTT',
  ])
  for (const name of ['annual-expenses.ts', '..%2Fplayer.ts', 'none.webm'])
    expect((await get(name)).statusCode).toBe(404)
})
