import { afterAll, beforeEach, expect, test } from 'vitest'
import { startPushService } from '../../test/push-service.ts'
import { isPushService, makePushKeys, openWebPush } from './web-push.ts'

const { service, received, target, stop } = await startPushService()
afterAll(() => stop())
beforeEach(() => {
  received.length = 0
})

const keys = makePushKeys()
const { deliver } = openWebPush({ contact: 'mailto:office@example.com' })
const send = (isUrgent = false) => deliver({ target, keys, content: { title: 'פנייה חדשה' }, isUrgent })
const answer = (status: number, headers: Record<string, string> = {}) => {
  service.answer = { status, headers }
}

test('a message is encrypted for the browser and signed with the sender’s VAPID key', async () => {
  answer(201)
  expect(await send()).toEqual({})
  expect(await send(true)).toEqual({})
  expect(received).toMatchObject([
    {
      content: { title: 'פנייה חדשה' },
      subject: 'mailto:office@example.com',
      headers: { urgency: 'normal', ttl: '43200', 'content-encoding': 'aes128gcm' },
    },
    { headers: { urgency: 'high' } },
  ])
})

test('a busy push service is retried after its Retry-After', async () => {
  answer(429, { 'retry-after': '120' })
  const before = Date.now()
  const sent = (await send()) as { notBefore: Date; because: string }
  expect(sent.because).toContain('429')
  expect(sent.notBefore.getTime()).toBeGreaterThanOrEqual(before + 120_000)
  expect(sent.notBefore.getTime()).toBeLessThanOrEqual(Date.now() + 120_000)
})

test.each([404, 410, 403])('an expired subscription is reported by isAddress (status %i)', async (status) => {
  answer(status)
  expect(await send()).toMatchObject({ refused: expect.stringContaining(String(status)), isAddress: true })
})

test('a message that is too long is refused, and a failure of the push service is retried', async () => {
  answer(413)
  expect(await send()).toMatchObject({ refused: expect.stringContaining('413'), isAddress: false })
  answer(502)
  await expect(send()).rejects.toThrow('502')
})

test('a redirect is not followed', async () => {
  answer(307, { location: 'http://169.254.169.254/' })
  await expect(send()).rejects.toThrow()
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://db5p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com.example.com/x', false],
  ['https://fcm.googleapis.com@example.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://evilnotify.windows.com/', false],
  ['https://127.0.0.1/', false],
  ['no address', false],
])('%s is a known push service: %s', (address, known) => {
  expect(isPushService(address)).toBe(known)
})
