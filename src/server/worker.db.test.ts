import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { testSmtpServer } from '../../test/smtp-server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { queueMail } from '#kernel/mail/outbox.ts'
import { startWorker } from './worker.ts'

const db = await testDatabase()

test('without SMTP the links of a mail are printed, and the mail stays in the outbox', async () => {
  const lines: string[] = []
  const worker = await startWorker({
    connect: db.connect,
    smtp: undefined,
    showLink: (line) => lines.push(line),
    log: pino({ level: 'silent' }),
  })
  expect(worker.tasks).toEqual(['send_mail', 'send_mails'])
  const mail = {
    to: 'noa@example.com',
    subject: 'שלום',
    html: '<p>שלום</p>',
    text: 'הקישור: http://localhost/x?y=1',
    purpose: 'invite',
  }
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) => queueMail(tx, mail))
  try {
    await eventually(() => expect(lines).not.toEqual([]))
  } finally {
    await worker.stop()
  }
  expect(lines).toEqual(['invite → noa@example.com: http://localhost/x?y=1'])
  expect(await db.sql('select to_address from mail.outbox where sent_at is null')).toEqual([
    { to_address: 'noa@example.com' },
  ])
})

test('mails in the outbox are sent once SMTP is configured', async () => {
  const office = await testSmtpServer()
  const worker = await startWorker({
    connect: db.connect,
    smtp: {
      host: '127.0.0.1',
      port: office.port,
      user: undefined,
      password: undefined,
      from: 'a@example.com',
      senderName: undefined,
    },
    log: pino({ level: 'silent' }),
  })
  try {
    await eventually(() => expect(office.received).not.toEqual([]))
  } finally {
    await worker.stop()
    office.close()
  }
  expect(office.received).toEqual(['<noa@example.com>'])
  expect(await db.sql('select from mail.outbox where sent_at is null')).toEqual([])
})
