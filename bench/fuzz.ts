// Fuzzing of rest/v1: random requests over its grammar against a real server. Finds 500s, hangs, and rows that the caller may not read.
// npm run bench -- fuzz [--minutes 1] [--seed N] [--once 4]: a seed reproduces its findings; `--once` is the number of concurrent requests.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createTokens } from '#kernel/jwt.ts'
import { violatedInvariant } from '#kernel/rest/fuzz/invariants.ts'
import { type FuzzRequest, requests } from '#kernel/rest/fuzz/requests.fixture.ts'
import { bookshopSchema } from '#kernel/rest/bookshop.schema.fixture.ts'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    once: { type: 'string', default: '4' },
  },
})
const seed = Number(values.seed)
const ends = performance.now() + Number(values.minutes) * 60_000
/** A slower response counts as a hang. */
const timeoutMs = 15_000
const concurrency = Number(values.once)

const installation = await makeInstallation({
  PGRST_DB_AGGREGATES_ENABLED: 'true',
  PGRST_DB_PLAN_ENABLED: 'true',
  PGRST_DB_TX_END: 'commit-allow-override',
})
const { child: server } = await installation.start()
try {
  await installation.sql(bookshopSchema)
  const tokens = await createTokens(installation.keys(), 'bench')
  const signIn = (sub: string) => tokens.sign({ role: 'authenticated', sub }, 86_400)
  const callers = [tokens.anonKey, await signIn(crypto.randomUUID()), await signIn(crypto.randomUUID())]
  print(`Seed ${seed}, ${values.minutes} minutes, ${concurrency} concurrent requests.`)
  const statuses = new Map<number, number>()
  let requestCount = 0
  let slowest = { ms: 0, what: '' }
  const found = new Map<string, string>()

  async function ask(request: FuzzRequest, token: string) {
    const began = performance.now()
    const complaint = await answerTo(request, token).catch((error: Error) => `no response: ${error.message}`)
    const ms = performance.now() - began
    requestCount++
    if (ms > slowest.ms) slowest = { ms, what: `${request.method} ${request.path}` }
    if (complaint && !found.has(complaint)) {
      found.set(complaint, JSON.stringify(request))
      print(`${complaint}\n  ${JSON.stringify(request)}`)
    }
  }

  async function answerTo({ method, path, headers, body }: FuzzRequest, token: string) {
    const answer = await fetch(`${installation.url}/rest/v1${path}`, {
      method,
      headers: { apikey: tokens.anonKey, authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const complaint = violatedInvariant({ status: answer.status, text })
    return complaint && `${complaint}: ${answer.status} ${text.slice(0, 300)}`
  }

  for (let round = 0; performance.now() < ends; round++) {
    const batch = fc.sample(requests, { seed: seed + round, numRuns: 200 })
    await Promise.all(
      Array.from({ length: concurrency }, async (_, lane) => {
        for (let i = lane; i < batch.length; i += concurrency)
          await ask(batch[i]!, callers[(round + i) % callers.length]!)
      }),
    )
  }
  const rows = await installation.sql(
    `select word from secrets union all select bars from vault.gold union all select note from loans where reader = '00000000-0000-4000-8000-0000000000aa'`,
  )
  if (rows.length !== 3) found.set('a protected row was deleted or changed', '')
  print(
    `${requestCount} requests: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${status} × ${n}`)
      .join(', ')}`,
  )
  print(`Slowest request, ${slowest.ms.toFixed(0)} ms: ${slowest.what.slice(0, 200)}`)
  print(found.size === 0 ? 'Nothing found.' : `Found: ${[...found.keys()].join('\n')}`)
  if (found.size > 0) process.exitCode = 1
} finally {
  await stop(server)
  installation.remove()
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}
