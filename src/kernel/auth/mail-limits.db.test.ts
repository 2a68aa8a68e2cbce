import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'

const db = await testDatabase()
const auth = { secondsBetweenMails: 0, rates: { otp: 1000 } }
const { app, tokens } = await testKernel(db, { auth })

const post = async (path: string, email: string, remoteAddress = '127.0.0.1') => {
  const response = await app.inject({
    method: 'POST',
    url: `/auth/v1${path}`,
    payload: { email, ...(path === '/signup' && { password: 'a rather good one' }) },
    remoteAddress,
    headers: { apikey: tokens.anonKey, 'x-supabase-api-version': '2024-01-01' },
  })
  return response.statusCode === 200 ? 'ok' : response.json<{ code: string }>().code
}
const newEmail = () => `${crypto.randomUUID()}@example.com`
const mailsTo = async (email: string) => (await db.sql('select from mail.outbox where to_address = $1', [email])).length

test('one address gets at most six mails an hour, summed over all flows', async () => {
  const email = newEmail()
  const answers: string[] = []
  for (const path of ['/signup', '/otp', '/magiclink', '/signup', '/otp', '/magiclink', '/signup', '/otp'])
    answers.push(await post(path, email))
  expect(answers.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'ok'))
  expect(answers.slice(6)).toEqual(['over_email_send_rate_limit', 'over_email_send_rate_limit'])
  expect(await mailsTo(email)).toBeLessThanOrEqual(6)
})

test('sign-ups do not use up the quota of recovery mails', async () => {
  const owner = newEmail()
  expect(await post('/signup', owner)).toBe('ok')
  const answers = new Set<string>()
  for (let n = 0; n < 35; n++) answers.add(await post('/signup', newEmail()))
  expect([...answers]).toEqual(['ok', 'over_email_send_rate_limit'])
  const before = await mailsTo(owner)
  expect(await post('/recover', owner)).toBe('ok')
  expect(await mailsTo(owner)).toBe(before + 1)
})

test('an address that reached the limit of other mails still gets recovery mails, at most six an hour', async () => {
  const email = newEmail()
  for (let n = 0; n < 8; n++) await post('/otp', email)
  const answers: string[] = []
  for (let n = 0; n < 7; n++) answers.push(await post('/recover', email))
  expect(answers).toEqual([...Array.from({ length: 6 }, () => 'ok'), 'over_email_send_rate_limit'])
})
