import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testSite } from '../../../test/site-app.ts'
import { webinarVisitors } from '../../../test/webinars.ts'
import { recordingPath } from './own-recording.ts'

const siteApp = await testSite({ demo: false })
const { app, db, tokens } = siteApp
const { ids } = await makeActors(db)
const { addWebinar, addSession, call, post } = webinarVisitors(siteApp)
const bytes = Buffer.from('the bytes of a recording')

async function headersOf(user: keyof typeof ids | 'visitor') {
  const token =
    user === 'visitor'
      ? tokens.anonKey
      : await tokens.sign({ role: 'authenticated', sub: ids[user], aud: 'authenticated' }, 600)
  return { apikey: tokens.anonKey, authorization: `Bearer ${token}` }
}

/** Uploads like the editor: requests a signed URL, and sends the bytes to it. */
async function upload(user: keyof typeof ids | 'visitor', { key = randomUUID() as string, type = 'video/webm' } = {}) {
  const signed = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/upload/sign/webinar-recordings/${key}`,
    headers: { ...(await headersOf(user)), 'content-type': 'application/json' },
    payload: {},
  })
  if (signed.statusCode !== 200) return { statusCode: signed.statusCode, key }
  const { statusCode } = await app.inject({
    method: 'PUT',
    url: `/storage/v1${signed.json<{ url: string }>().url}`,
    headers: { 'content-type': type },
    payload: bytes,
  })
  return { statusCode, key }
}
const isStored = async (key: string) =>
  (await db.sql(`select from storage.objects where bucket_id = 'webinar-recordings' and name = $1`, [key])).length === 1

/** Creates an on-demand webinar with an uploaded recording, and the token of a registrant. */
async function recorded(slug: string) {
  const { key: file } = await upload('content')
  const webinar = await addWebinar(slug, {
    kind: 'on_demand',
    recording: { provider: 'file', ref: recordingPath(file) },
  })
  const token = await register(slug)
  return { file, webinar, token }
}
async function register(slug: string) {
  const { headers } = await post(`/webinar/${slug}`, { name: 'נועה', email: `${slug}@example.com` })
  return new URL(headers.location!, 'http://site.test').searchParams.get('r')!
}
const open = (file: string, token?: string) =>
  app.inject({ url: recordingPath(file) + (token === undefined ? '' : `?r=${token}`) })

test('staff who edit webinars can upload a recording; other roles and visitors are refused', async () => {
  for (const user of ['owner', 'admin', 'content'] as const) {
    const { statusCode, key } = await upload(user)
    expect([user, statusCode, await isStored(key)]).toEqual([user, 200, true])
  }
  for (const user of ['coach', 'sales', 'client', 'visitor'] as const) {
    const { statusCode, key } = await upload(user)
    expect([user, statusCode >= 400, await isStored(key)]).toEqual([user, true, false])
  }
})

test('a recording of another type, or with a chosen file name, is refused', async () => {
  for (const file of [{ type: 'text/html' }, { type: 'image/png' }, { key: 'intro.mp4' }]) {
    const { statusCode, key } = await upload('content', file)
    expect([file, statusCode >= 400, await isStored(key)]).toEqual([file, true, false])
  }
})

test('the token of a registration plays its recording, including byte ranges', async () => {
  const { file, token } = await recorded('played')
  const opened = await open(file, token)
  expect([opened.statusCode, opened.headers['cache-control']]).toEqual([302, 'no-store'])
  const url = opened.headers.location!
  const whole = await app.inject({ url })
  expect([whole.statusCode, whole.body]).toEqual([200, bytes.toString()])
  expect(whole.headers).toMatchObject({ 'content-type': 'video/webm', 'accept-ranges': 'bytes' })
  const part = await app.inject({ url, headers: { range: 'bytes=4-8' } })
  expect([part.statusCode, part.body]).toEqual([206, 'bytes'])
  expect(part.headers['content-range']).toBe(`bytes 4-8/${bytes.length}`)
})

test('a recording cannot be played without a token, with the token of another webinar, or directly', async () => {
  const { file } = await recorded('guarded')
  const { token: elsewhere } = await recorded('elsewhere')
  for (const token of [undefined, 'x'.repeat(24), elsewhere]) expect((await open(file, token)).statusCode).toBe(404)
  expect((await open('no-file', elsewhere)).statusCode).toBe(404)
  for (const url of [`public/webinar-recordings/${file}`, `webinar-recordings/${file}`]) {
    const { statusCode, body } = await app.inject({
      url: `/storage/v1/object/${url}`,
      headers: await headersOf('visitor'),
    })
    expect([url, statusCode >= 400, body.includes('recording')]).toEqual([url, true, false])
  }
})

test('the token of an ejected or cancelled registration plays nothing, and an ejected one cannot ask questions', async () => {
  const { file, token } = await recorded('put-out')
  const change = (to: string) => db.sql(`update webinar_registrations set ${to} where email = 'put-out@example.com'`)
  const shown = () =>
    db.as({ role: 'anon' }, 'select state, recording is not null as "isShown" from webinar_visit($1)', [token])
  const ask = () => call('ask-in-webinar', { token, question: 'אפשר לשאול?' })
  expect([(await open(file, token)).statusCode, (await ask()).status]).toEqual([302, 200])
  await change('ejected_at = now()')
  expect(await shown()).toEqual([{ state: 'ejected', isShown: false }])
  expect((await open(file, token)).statusCode).toBe(404)
  expect((await ask()).body).toMatchObject({ code: 'webinar_ejected' })
  await change(`ejected_at = null, state = 'cancelled'`)
  expect(await shown()).toEqual([{ state: 'left', isShown: false }])
  expect((await open(file, token)).statusCode).toBe(404)
})

test('the recording of a broadcast can be played only during its replay period', async () => {
  const { key: file } = await upload('content')
  const webinar = await addWebinar('evening', { recording: { provider: 'file', ref: recordingPath(file) } })
  const session = await addSession(webinar, '1 hour')
  const token = await register('evening')
  const status = async () => (await open(file, token)).statusCode
  expect(await status()).toBe(404)
  for (const to of ['live', 'ended']) await db.sql('select private.set_webinar_status($1, $2, now())', [session, to])
  expect(await status()).toBe(404)
  await db.sql(`select private.set_webinar_status($1, 'replay', now())`, [session])
  const opened = await open(file, token)
  expect(opened.statusCode).toBe(302)
  await db.sql(`update webinar_sessions set replay_until = now() - interval '1 minute' where id = $1`, [session])
  expect(await status()).toBe(404)
})

test('the bytes of a replaced recording are deleted, unless another webinar uses it', async () => {
  const { file, webinar } = await recorded('first')
  const ref = { provider: 'file', ref: recordingPath(file) }
  const copy = await addWebinar('copy', { kind: 'on_demand', recording: ref })
  const other = { provider: 'youtube', ref: 'dQw4w9WgXcQ' }
  await db.sql('update webinars set recording = $2 where id = $1', [webinar, other])
  expect(await isStored(file)).toBe(true)
  await db.sql('delete from webinars where id = $1', [copy])
  expect(await isStored(file)).toBe(false)
})
