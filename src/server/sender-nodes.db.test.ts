// Two processes that send from one database.
import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, inject, test } from 'vitest'
import { startWorker } from '../../bench/messages/kill-rounds.ts'
import { addRecipients, scheduleMessages } from '../../bench/messages/recipients.ts'
import { testDatabase } from '../../test/database.ts'
import { testSmtpServer } from '../../test/smtp-server.ts'

const db = await testDatabase()
const many = 200
const nodes: ChildProcess[] = []
afterAll(() => nodes.forEach((node) => node.kill('SIGKILL')))

test('two nodes send each message once, and a node takes over the messages of a killed one', async () => {
  const office = await testSmtpServer({
    onTaken: () => {
      if (office.received.length === 40) nodes[0]?.kill('SIGKILL')
    },
  })
  const templates = await addRecipients(db.owner, many)
  const { host, password } = inject('postgres')
  const { database } = db.connect('worker')
  for (let i = 0; i < 2; i++) nodes.push(await startWorker({ host, password, database, smtpPort: office.port }))
  await scheduleMessages(db.owner, templates, { round: 0, many })
  await expect
    .poll(() => db.sql(`select count(*)::int as n from scheduled_messages where status = 'sent'`), { timeout: 60_000 })
    .toEqual([{ n: many }])
  office.close()
  expect(nodes[0]!.signalCode).toBe('SIGKILL')
  expect(new Set(office.received).size).toBe(many)
  // Delivered by the killed node but not recorded: two jobs with at most five mails each.
  expect(office.received.length - many).toBeLessThanOrEqual(10)
  expect(await db.sql('select count(*)::int as n from mail.outbox')).toEqual([{ n: many }])
}, 120_000)
