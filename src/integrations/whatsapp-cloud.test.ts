import { afterAll, expect, test } from 'vitest'
import { openWhatsApp } from './whatsapp-cloud.ts'
import { startWhatsApp } from './whatsapp.fake.ts'

const fake = await startWhatsApp({ templates: { next_meeting: 2 } })
afterAll(() => fake.stop())
const { deliver } = openWhatsApp(fake.settings)
const message = { id: 'b7a4c1de-0000-4000-8000-000000000001', to: '+972500000001', text: 'המפגש מחר בעשר' }
const approved = { name: 'next_meeting', language: 'he', parameters: ['נועה', 'מחר בעשר'] }

test('free text is sent, and its id is returned', async () => {
  const sent = await deliver(message)
  expect(sent).toEqual({ providerId: expect.stringMatching(/^wamid\./) })
  expect(fake.accepted.at(-1)).toMatchObject({
    to: message.to,
    type: 'text',
    text: { body: message.text },
    biz_opaque_callback_data: message.id,
  })
})

test('an approved template is sent by name, with its values in order', async () => {
  expect(await deliver({ ...message, approved })).toEqual({ providerId: expect.any(String) })
  expect(fake.accepted.at(-1)).toMatchObject({
    type: 'template',
    template: {
      name: 'next_meeting',
      language: { code: 'he' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'נועה' },
            { type: 'text', text: 'מחר בעשר' },
          ],
        },
      ],
    },
  })
})

test.each([
  ['an unknown template', { ...approved, name: 'other' }, '132001'],
  ['a missing value', { ...approved, parameters: ['נועה'] }, '132000'],
])('%s is a permanent failure with code and fbtrace_id', async (_, template, code) => {
  expect(await deliver({ ...message, approved: template })).toEqual({
    refused: expect.stringMatching(new RegExp(`^${code}: .*fbtrace_id `)),
  })
})

test.each([
  [400, 130_429, 60_000],
  [400, 131_056, 60_000],
  [400, 131_048, 3_600_000],
  [429, 9_999_999, 60_000],
])('status %d with error %d postpones the message', async (status, code, pauseMs) => {
  fake.answers.push({ status, error: { code, message: 'limit hit' } })
  const before = Date.now()
  const sent = await deliver(message)
  if (!('notBefore' in sent)) throw new Error('It is postponed')
  expect(sent.because).toContain(String(code))
  expect(sent.notBefore.getTime() - before).toBeGreaterThanOrEqual(pauseMs)
  expect(sent.notBefore.getTime() - before).toBeLessThan(pauseMs + 60_000)
})

test('a rate limit with Retry-After postpones the message until then', async () => {
  const headers = { 'retry-after': '900' }
  fake.answers.push({ status: 429, error: { code: 130_429, message: 'Rate limit hit' }, headers })
  const before = Date.now()
  const sent = await deliver(message)
  expect('notBefore' in sent && sent.notBefore.getTime() - before).toBeGreaterThanOrEqual(900_000)
})

test.each([
  [400, 131_026, { isAddress: true }],
  [400, 131_050, { isOptOut: true }],
  [400, 131_047, {}],
  [400, 131_049, {}],
])('status %d with error %d is a permanent failure', async (status, code, meaning) => {
  fake.answers.push({ status, error: { code, message: 'not delivered' } })
  expect(await deliver(message)).toEqual({ refused: expect.stringContaining(String(code)), ...meaning })
})

test.each([
  [500, 131_000],
  [503, 131_016],
  [400, 2],
  [400, 131_042],
  [403, 10],
])('status %d with error %d is a temporary failure of the service or account', async (status, code) => {
  fake.answers.push({ status, error: { code, message: 'down' } })
  await expect(deliver(message)).rejects.toThrow(String(code))
})

test('an invalid access token is a temporary failure', async () => {
  await expect(openWhatsApp({ ...fake.settings, token: 'old' }).deliver(message)).rejects.toThrow('190')
})

test('an unreachable service is a temporary failure', async () => {
  const unreachable = await startWhatsApp()
  await unreachable.stop()
  await expect(openWhatsApp(unreachable.settings).deliver(message)).rejects.toThrow()
})
