// How long does the screen of a campaign load at any moment of its sending? Its requests are repeated from the click on send: while the
// audience snapshot is taken, while messages are sent to an SMTP sink, and afterwards.
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { addAudience, addCampaign } from './campaigns/audience.ts'
import { ownerOf } from './crm/owner.ts'
import { makeInstallation, stop } from './installation.ts'
import { openSink } from './messages/open-sink.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    recipients: { type: 'string', default: '10000' },
    /** Seconds of sending; the remaining messages are then marked as sent by SQL. */
    seconds: { type: 'string', default: '20' },
  },
})
const recipients = Number(values.recipients)
const sendingMs = Number(values.seconds) * 1000
const goalMs = 50
const print = (text: string) => process.stdout.write(`${text}\n`)

const sink = await openSink()
const installation = await makeInstallation(
  { DEMO: '0', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), SMTP_ADMIN_EMAIL: 'office@example.com' },
  'src/server/main.ts',
)
const { child } = await installation.start()
const db = new pg.Client(installation.login('postgres'))
try {
  const { token, key } = await ownerOf(installation)
  await db.connect()
  const list = await addAudience(db, recipients)
  const { id, version } = await addCampaign(db, list)
  const backend = createClient(installation.url, key, { accessToken: async () => token })
  const audience = { lists: [list], stages: [], segments: [] }
  const requests: Record<string, () => PromiseLike<{ error: unknown }>> = {
    campaign: () => backend.from('campaigns').select('*').eq('id', id).maybeSingle(),
    outcomes: () => backend.rpc('campaign_outcomes', { campaign: id }),
    people: () =>
      backend
        .from('campaign_people')
        .select('contact_id, full_name, email, outcome, reason, sent_at, waits_until')
        .eq('campaign_id', id)
        .order('full_name')
        .order('contact_id')
        .range(0, 49),
    results: () => backend.rpc('campaign_results', { campaign: id }).single(),
  }
  print(`${recipients} recipients; the aim is at most ${goalMs} ms for each request of the report`)
  const counted = await timed(() => backend.rpc('count_audience', audience))
  const clicked = await timed(() =>
    backend.rpc('schedule_campaign', { campaign: id, at: new Date().toISOString(), seen_version: version }),
  )
  print(`  count of the audience ${counted.toFixed(0)} ms, the click on send ${clicked.toFixed(0)} ms`)

  const began = performance.now()
  await during('frozen', () => statusIs('scheduled'))
  print(`  the audience was frozen after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const until = performance.now() + sendingMs
  await during('sending', async () => performance.now() < until && (await statusIs('sending')))
  await backend.rpc('steer_campaign', { campaign: id, step: 'pause' })
  await db.query(
    // Messages locked by the sender are skipped: waiting for them in another order could deadlock.
    `with mine as (select id from scheduled_messages where context_id = $1 and status in ('scheduled', 'sending') for update skip locked),
       rest as (update scheduled_messages set status = 'sent' where id in (select id from mine) returning id, contact_id, to_value)
     insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, sent_at, delivered_at)
     select id, contact_id, 'marketing', to_value, 'פרסומת | מה חדש החודש', '', now(), now() from rest on conflict do nothing`,
    [id],
  )
  await db.query('analyze')
  let turns = 10
  await during('sent', async () => turns-- > 0)

  async function statusIs(status: string) {
    const { rows } = await db.query<{ status: string }>('select status from campaigns where id = $1', [id])
    return rows[0]!.status === status
  }

  /** Repeats the requests of the report while `lasts`, and returns the maximum and the median of each. */
  async function during(phase: string, lasts: () => Promise<boolean>) {
    const times = Object.fromEntries(Object.keys(requests).map((name): [string, number[]] => [name, []]))
    do {
      for (const [name, ask] of Object.entries(requests)) times[name]!.push(await timed(ask))
      await sleep(100)
    } while (await lasts())
    const lines = Object.entries(times).map(([name, all]) => {
      const sorted = all.toSorted((a, b) => a - b)
      const longest = sorted.at(-1)!
      if (longest > goalMs) process.exitCode = 1
      return `${name} ${sorted[sorted.length >> 1]!.toFixed(0)}, at most ${longest.toFixed(0)}`
    })
    print(`  ${phase} (${times.outcomes!.length} times): ${lines.join(' · ')} ms`)
  }

  async function timed(ask: () => PromiseLike<{ error: unknown }>) {
    const start = performance.now()
    const { error } = await ask()
    if (error) throw new Error(JSON.stringify(error))
    return performance.now() - start
  }
} finally {
  await db.end().catch(() => {})
  await stop(child)
  installation.remove()
  sink.close()
}
