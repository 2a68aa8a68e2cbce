// The mailed copy of the answers: sent to the typed address without sensitive answers, at most three a day.
import { expect, test } from 'vitest'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { testDatabase } from '../../../test/database.ts'
import { makeForm } from '../../../test/form-filler.ts'
import { composeFormReceipt } from './form-receipt.server.ts'

const db = await testDatabase()
const { call, filling, person, submissionsOf } = await makeForm(db)

const renderMail: RenderMail = async ({ kind, values }) => ({
  subject: kind,
  html: `שלום ${(values as { firstName: string }).firstName}`,
  text: (values as { formAnswers: string }).formAnswers,
})
const compose = composeMessage({ compose: { form_receipt: composeFormReceipt({ renderMail }) } })
async function send() {
  await db.sql('delete from mail.outbox')
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now: new Date(), compose }),
  )
  return db.sql<{ to: string; text: string; html: string }>('select to_address as "to", text, html from mail.outbox')
}

test('a submitted form sends one copy immediately, and a draft sends no copy', async () => {
  const visitor = person()
  await call('save-form-draft', filling(person(), { revision: 0 }))
  const sent = filling(visitor)
  await call('submit-form', sent)
  await call('submit-form', sent)
  const mails = await send()
  expect(mails.map(({ to }) => to)).toEqual([visitor.email])
  expect(mails[0]!.text).toContain(': נועה לדוגמה')
  expect(await send()).toEqual([])
})

test.each(['www.example.com', 'evil.co.il'])(
  'an answer that contains the link %s is omitted from the mail',
  async (link) => {
    const visitor = person({ name: `זכיתם ${link}` })
    await call('submit-form', filling(visitor))
    const [mail] = await send()
    expect(mail!.text).not.toContain('זכיתם')
    expect(mail!.text).toContain(`: ${visitor.email}`)
  },
)

test('a receipt to an entered address omits the name of the contact who owns the entered phone number', async () => {
  const visitor = person()
  await call('submit-form', filling(visitor))
  expect((await send())[0]!.html).toBe('שלום נועה')
  await call('submit-form', filling(person({ name: 'מישהו אחר', phone: visitor.phone, email: 'else@example.com' })))
  expect(await send()).toMatchObject([{ to: 'else@example.com', html: 'שלום ' }])
})

test('a submission deleted before its copy is sent gets no mail', async () => {
  const visitor = person()
  await call('submit-form', filling(visitor))
  await db.sql('delete from form_submissions where id = $1', [(await submissionsOf(visitor.email))[0]!['id']])
  expect(await send()).toEqual([])
})

test('an address gets at most three copies a day', async () => {
  const { email } = person()
  for (let n = 0; n < 4; n += 1) await call('submit-form', filling(person({ email })))
  for (let n = 0; n < 4; n += 1) await send()
  expect(
    await db.sql(
      `select status, count(*)::integer as n from scheduled_messages where to_value = $1 group by 1 order by 1`,
      [email],
    ),
  ).toEqual([
    { status: 'sending', n: 3 },
    { status: 'skipped', n: 1 },
  ])
})
