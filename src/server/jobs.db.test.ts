import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { makeActors } from '../../test/actors.ts'
import { addSubscribers, allowSending } from '../../test/campaign-recipients.ts'
import { testDatabase } from '../../test/database.ts'
import { testSmtpServer } from '../../test/smtp-server.ts'

const many = 220
const db = await testDatabase()
const { ids, as } = await makeActors(db)
await allowSending(db, ids.owner)
const list = await addSubscribers(db, many)

const children: ChildProcess[] = []
afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

async function startSending(smtpPort: number) {
  const { host, password } = inject('postgres')
  const { database } = db.connect('worker')
  const argument = JSON.stringify({ host, password, database, smtpPort })
  const child = spawn(process.execPath, ['test/sending-process.ts', argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

test('a process killed repeatedly during a campaign neither drops nor repeats a recipient', async () => {
  let child: ChildProcess | undefined
  let deaths = 0
  const office = await testSmtpServer({
    onTaken: () => {
      // Killed three times, later each time: during composition and during delivery.
      if (deaths < 3 && office.mails.length > (deaths + 1) * 45) {
        deaths++
        child?.kill('SIGKILL')
      }
    },
  })
  const [campaign] = await db.as<{ id: string; version: number }>(
    as.owner,
    `insert into campaigns (name, subject, blocks, list_ids) values ('דיוור', 'שלום', '[{"kind":"text","text":"שלום"}]', $1) returning id, version`,
    [[list]],
  )
  await db.as(as.owner, 'select from schedule_campaign($1, now(), $2)', [campaign!.id, campaign!.version])

  const isSent = async () =>
    (await db.sql(`select from campaigns where id = $1 and status = 'sent'`, [campaign!.id])).length > 0
  for (let lives = 0; lives < 6 && !(await isSent()); lives++) {
    child = await startSending(office.port)
    const dead = once(child, 'exit')
    while (child.exitCode === null && child.signalCode === null && !(await isSent())) await sleep(50)
    child.kill('SIGKILL')
    await dead
  }
  office.close()

  expect(deaths).toBe(3)
  expect(await isSent()).toBe(true)
  const outcomes = await db.as(as.owner, 'select * from campaign_outcomes($1)', [campaign!.id])
  expect(outcomes).toEqual([{ outcome: 'sent', reason: null, people: many, waits_until: null }])
  const letters = office.mails.map((mail, i) => `${office.received[i]} ${/^Message-ID: (.*)$/im.exec(mail)?.[1]}`)
  // One message per recipient, by Message-ID. A message accepted during a kill may be delivered twice with one id: SMTP
  // cannot report whether it was accepted. Two jobs with five mails each: three unrecorded ones and two in delivery.
  expect(new Set(office.received).size).toBe(many)
  expect(new Set(letters).size).toBe(many)
  expect(letters.length - many).toBeLessThanOrEqual(deaths * 10)
}, 120_000)
