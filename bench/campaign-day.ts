// The day of a large campaign on three nodes behind one address. While mails are sent, one node is killed and another
// one restarted. Is anything lost or duplicated, and how does latency compare with a single node? The whole day:
// --scale 1, two hours; --minutes shortens it.
import { parseArgs } from 'node:util'
import { type DayReport, runDay } from './campaign-day/day.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    /** The fraction of 1,000 sockets, 50 staff, 50,000 recipients, and an hour. */
    scale: { type: 'string', default: '0.04' },
    minutes: { type: 'string' },
    /** Visitors per hour. */
    visitors: { type: 'string', default: '10000' },
  },
})
const scale = Number(values.scale)
const print = (text: string) => process.stdout.write(`${text}\n`)
const day = {
  minutes: values.minutes === undefined ? 60 * scale : Number(values.minutes),
  visitorsPerHour: Number(values.visitors),
  sockets: Math.ceil(1000 * scale),
  staff: Math.max(2, Math.ceil(50 * scale)),
  recipients: Math.ceil(50_000 * scale),
}

print(`a day of ${day.minutes.toFixed(1)} minutes`)
const one = await runDay({ ...day, nodes: 1 }, print)
report(one)
const three = await runDay({ ...day, nodes: 3 }, print)
report(three)
for (const [kind, { p99 }] of Object.entries(three.latencies))
  print(`  ${kind}: p99 × ${(p99 / one.latencies[kind]!.p99).toFixed(2)} of one node`)
if (one.problems.length + three.problems.length > 0) process.exitCode = 1

function report({ latencies, repeated, displaced, campaignSeconds, takenAgain, problems }: DayReport) {
  for (const [kind, { answers, p50, p99 }] of Object.entries(latencies))
    print(`    ${kind.padEnd(6)} ${String(answers).padStart(6)}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`)
  print(
    `    the campaign was out after ${campaignSeconds.toFixed(0)} s; ${takenAgain} mails were taken twice, with the same Message-ID`,
  )
  print(`    requests repeated: ${repeated}; sockets that reconnected: ${displaced}`)
  print(`    lost, doubled or failed: ${problems.length}`)
  for (const problem of problems.slice(0, 20)) print(`      ${problem}`)
}
