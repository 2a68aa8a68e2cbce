import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { signedIn, visitor } from './clients.ts'

const database = new pg.Client(inject('server').databaseUrl)
await database.connect()
afterAll(() => database.end())

/** Signs up and returns the confirmation mail. */
async function mailOfSignUp() {
  const email = `${randomUUID()}@example.com`
  await visitor().auth.signUp({ email, password: randomUUID() })
  const { rows } = await database.query<{ subject: string; html: string; text: string }>(
    'select subject, html, text from mail.outbox where to_address = $1',
    [email],
  )
  return { email, ...rows[0]! }
}

test('mails are Hebrew and right-to-left, with the link as button and as text', async () => {
  const { email, subject, html, text } = await mailOfSignUp()
  expect(subject).toMatch(/[א-ת]/)
  expect(html).toContain('<html lang="he" dir="rtl">')
  expect(html).toContain(email)
  expect(text).toMatch(/https?:\/\/\S+\/auth\/v1\/verify\?token=/)
})

test('the owner customizes the text of a mail and resets it', async () => {
  const owner = await signedIn('owner')
  const template = { subject: 'ברוכים הבאים', heading: 'שלום', body: 'נשאר רק לאשר את {{email}}', button: 'לאישור' }
  const stored = await owner
    .from('email_texts')
    .upsert({ kind: 'confirm_signup', ...template })
    .select()
    .single()
  expect(stored.error).toBeNull()
  // Every node is notified at once, but possibly after the response.
  await expect.poll(async () => (await mailOfSignUp()).subject).toBe(template.subject)
  const { email, text } = await mailOfSignUp()
  expect(text).toContain(`נשאר רק לאשר את ${email}`)
  await owner.from('email_texts').delete().eq('kind', 'confirm_signup').throwOnError()
  await expect.poll(async () => (await mailOfSignUp()).subject).not.toBe(template.subject)
})

test('invalid mail texts are refused by constraint, and other roles have no access', async () => {
  const owner = await signedIn('owner')
  const template = { kind: 'invite', subject: 'א', heading: 'ב', body: '{{password}}', button: 'ד' }
  expect((await owner.from('email_texts').insert(template)).error).toMatchObject({
    code: '23514',
    message: expect.stringContaining('unknown_email_token'),
  })
  const coach = await signedIn('coach')
  expect((await coach.from('email_texts').insert({ ...template, body: 'ג' })).error).toMatchObject({ code: '42501' })
  expect((await coach.from('email_texts').select()).data).toEqual([])
  expect((await visitor().from('email_texts').select()).error).toMatchObject({ code: '42501' })
})
