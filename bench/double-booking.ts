// Is a slot ever booked twice? 50 simultaneous bookings of one slot, and two simultaneously accepted requests for one
// slot. On one node, and on two nodes with one database. `--rounds N --requests N`, and `--seats N` for a group type.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { embeddedDatabaseOf, startNode } from '../conformance/installation/nodes.ts'
import { acceptBoth, addType, confirmedAt, bookConcurrently, freeStarts, type Place } from './booking/contention.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    requests: { type: 'string', default: '50' },
    seats: { type: 'string', default: '1' },
  },
})
const [rounds, requests, seats] = [values.rounds, values.requests, values.seats].map(Number) as [number, number, number]
const print = (text: string) => process.stdout.write(`${text}\n`)

await using running = new AsyncDisposableStack()
const settings = { LOG_LEVEL: 'error' }
const first = await startNode({ settings })
running.defer(() => first.stop())
const second = await startNode({ databaseUrl: embeddedDatabaseOf(first), beside: first, settings })
running.defer(() => second.stop())
const read = <T>(file: string) => JSON.parse(readFileSync(join(first.data, file), 'utf8')) as T
const { anonKey, serviceRoleKey: serviceKey } = read<{ anonKey: string; serviceRoleKey: string }>('api-keys.json')
const { email, password } = read<{ role: string; email: string; password: string }[]>('demo-logins.json').find(
  ({ role }) => role === 'owner',
)!
const signedIn = await fetch(`${first.url}/auth/v1/token?grant_type=password`, {
  method: 'POST',
  headers: { apikey: anonKey, 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
})
const session = (await signedIn.json()) as { access_token: string; user: { id: string } }

for (const nodes of [[first.url], [first.url, second.url]]) {
  const place: Place = { nodes, serviceKey, ownerToken: session.access_token }
  const [open, decided] = [
    await addType(place, session.user.id, false, seats),
    await addType(place, session.user.id, true),
  ]
  const starts = await freeStarts(place, open, 2 * rounds)
  const wrong: string[] = []
  const times: number[] = []
  for (const start of starts.slice(0, rounds)) {
    const began = performance.now()
    const { booked, taken, withThreeAlternatives, others } = await bookConcurrently(place, open, start, requests)
    times.push(performance.now() - began)
    const isRight =
      booked === seats &&
      taken === requests - seats &&
      withThreeAlternatives === requests - seats &&
      (await confirmedAt(place, start)) === seats
    if (!isRight)
      wrong.push(`${booked} booked, ${taken} taken, ${withThreeAlternatives} with alternatives, ${others.join('; ')}`)
  }
  for (const start of starts.slice(rounds)) {
    const answers = await acceptBoth(place, decided, start)
    if (answers.filter((answer) => answer.startsWith('2')).length !== 1 || (await confirmedAt(place, start)) !== 1)
      wrong.push(`two accepted: ${answers.join(', ')}`)
  }
  const median = times.toSorted((a, b) => a - b)[times.length >> 1]!
  print(
    `${nodes.length} node(s): ${rounds} rounds of ${requests} bookings for ${seats} seat(s) (median ${median.toFixed(0)} ms), ${starts.length - rounds} pairs of requests; wrong: ${wrong.length}`,
  )
  for (const one of wrong) print(`  ${one}`)
  if (wrong.length > 0 || starts.length !== 2 * rounds) process.exitCode = 1
}
