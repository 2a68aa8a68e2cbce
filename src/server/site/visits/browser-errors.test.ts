import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountBrowserErrors } from './browser-errors.ts'

const report = {
  reference: 'A7K2-9QXM',
  category: 'unknown',
  name: 'TypeError',
  message: 'x is undefined',
  stack: 'assets/app.js:1:2',
  path: '/crm',
}

async function listening(clientIpHeader?: string) {
  const logged: unknown[] = []
  const app = Fastify()
  await mountBrowserErrors(app, { clientIpHeader, log: { warn: (about) => logged.push(about) } })
  const sendReport = (payload: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/browser-errors',
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
      payload,
    })
  return { sendReport, logged }
}

test('the error reference shown to the user is in the log', async () => {
  const { sendReport, logged } = await listening()
  expect((await sendReport(JSON.stringify(report))).statusCode).toBe(204)
  expect(logged).toEqual([{ browser: report }])
})

test.each([
  ['no JSON', 'nonsense'],
  ['another shape', JSON.stringify({ ...report, category: 'mine' })],
  ['a reference that is none', JSON.stringify({ ...report, reference: '<script>' })],
  ['more than fits', JSON.stringify({ ...report, message: 'x'.repeat(10_000) })],
  ['nothing', ''],
])('%s gets the same response and is not logged', async (_what, payload) => {
  const { sendReport, logged } = await listening()
  expect((await sendReport(payload)).statusCode).toBe(204)
  expect(logged).toEqual([])
})

test('personal data is redacted from the log, for any sender', async () => {
  const { sendReport, logged } = await listening()
  await sendReport(JSON.stringify({ ...report, message: 'noa@example.com called 050-1234567' }))
  expect(logged).toMatchObject([{ browser: { message: '[email] called [number]' } }])
})

test('one browser can write at most twenty log lines per minute', async () => {
  const { sendReport, logged } = await listening('x-real-ip')
  for (let i = 0; i < 30; i++) await sendReport(JSON.stringify(report), { 'x-real-ip': '203.0.113.7' })
  await sendReport(JSON.stringify(report), { 'x-real-ip': '203.0.113.8' })
  expect(logged).toHaveLength(21)
})
