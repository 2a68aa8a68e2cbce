// Checks after the day: everything acknowledged exists once, every recipient has one message, each node reads all
// files.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { contentOf, type openStaff, type openVisitors } from './people.ts'
import type { openRoom } from './room.ts'

type Day = {
  campaign: string
  recipients: number
  visitors: ReturnType<typeof openVisitors>
  staff: ReturnType<typeof openStaff>
  room: Awaited<ReturnType<typeof openRoom>>
}

/** Mails of one job attempt: a killed node had recorded all earlier ones. */
const maxRepeated = 5
const queueLimitMs = 120_000

export async function findProblems(cluster: Cluster, { campaign, recipients, visitors, staff, room }: Day) {
  const { sql } = cluster
  const problems: string[] = []
  const expect = (what: string, found: number, expected: number) => {
    if (found !== expected) problems.push(`${what}: ${found} in place of ${expected}`)
  }
  const count = async (text: string, values: unknown[] = []) => (await sql<{ n: number }>(text, values))[0]!.n

  expect(
    'submissions of the form',
    await count('select count(*)::int as n from form_submissions'),
    visitors.submitted.length,
  )
  expect(
    'contacts who submitted it',
    await count(`select count(*)::int as n from contact_points where kind = 'email' and value_norm = any ($1)`, [
      visitors.submitted,
    ]),
    visitors.submitted.length,
  )
  expect(
    'tasks',
    await count('select count(*)::int as n from tasks where id = any ($1)', [staff.tasks]),
    staff.tasks.length,
  )
  for (const url of cluster.nodes())
    for (const file of staff.files) {
      const answer = await fetch(`${url}/storage/v1/object/bench/${file}.txt`, { headers: staff.asService })
      if ((await answer.text()) !== contentOf(file)) problems.push(`file ${file} at ${url}: ${answer.status}`)
    }

  const ofCampaign = `from scheduled_messages s where s.context_type = 'campaign' and s.context_id = $1`
  expect('scheduled messages', await count(`select count(*)::int as n ${ofCampaign}`, [campaign]), recipients)
  expect(
    'sent messages',
    await count(`select count(*)::int as n ${ofCampaign} and s.status = 'sent'`, [campaign]),
    recipients,
  )
  const outbox = `from messages m join scheduled_messages s on s.id = m.scheduled_id where s.context_id = $1`
  expect('messages', await count(`select count(*)::int as n ${outbox}`, [campaign]), recipients)
  expect('recipients', await count(`select count(distinct m.contact_id)::int as n ${outbox}`, [campaign]), recipients)
  const mails = [...(await cluster.mails())].filter(([to]) => to.includes('reader'))
  expect('recipients at the mail server', mails.length, recipients)
  const again = mails.filter(([, ids]) => ids.length > 1)
  expect('mails sent again under another Message-ID', again.filter(([, ids]) => new Set(ids).size > 1).length, 0)
  if (again.length > maxRepeated) problems.push(`mails taken twice by the mail server: ${again.length}`)

  problems.push(...(await room.problems()), ...(await queueProblems(sql)))
  return { problems, takenAgain: again.length }
}

/** Waits until the queue is empty and no job has exhausted its retries. */
async function queueProblems(sql: Cluster['sql']): Promise<string[]> {
  for (const until = Date.now() + queueLimitMs; ; await sleep(500)) {
    const jobs = await sql<{ task: string; hasGivenUp: boolean }>(
      `select task_identifier as task, attempts >= max_attempts as "hasGivenUp" from graphile_worker.jobs
       where run_at <= now() or attempts >= max_attempts`,
    )
    if (jobs.length === 0) return []
    const lost = jobs.filter(({ hasGivenUp }) => hasGivenUp)
    if (lost.length > 0 || Date.now() > until) return jobs.map(({ task }) => `the job ${task} was not done`)
  }
}
