// Import of 200,000 contacts with malformed lines: cost of upload, preview, import across a SIGKILL, and rollback.
// Calls the functions of the screen. The baseline is plain SQL with the same contacts; the rollback is verified by a checksum of every row.
import { once } from 'node:events'
import { openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Import } from '#features/imports/imports.ts'
import { ownerOf } from './crm/owner.ts'
import { addPeople, peopleValues } from './crm/people.ts'
import { asBareSql, knownOnList, writeList } from './import/list.ts'
import { memoryMb, watch } from './import/watch.ts'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({ allowPositionals: true, options: { lines: { type: 'string', default: '200000' } } })
const lines = Number(values.lines)
const print = (text: string) => process.stdout.write(`${text}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
let { child } = await installation.start()
const path = join(tmpdir(), `maslul-list-${process.pid}.csv`)
try {
  await installation.sql(addPeople, peopleValues(5 * knownOnList))
  await installation.sql('vacuum analyze')
  const { token, key } = await ownerOf(installation)
  const headers = { apikey: key, authorization: `Bearer ${token}` }
  const expected = await writeList(path, lines)
  const baseMs = await measurePlainSql()
  print(
    `${lines} lines; as plain SQL, with every trigger: ${seconds(baseMs)}; server memory before: ${memoryMb(child.pid)} MB`,
  )

  const before = await fingerprint()
  const { importId } = await measured('upload', lines, () => upload(headers))
  const { header_row: headerRow, mapping } = await read(importId)
  const rules = {
    matchBy: 'phone_or_email',
    onMatch: 'fill_empty',
    linksHouseholds: true,
    defaults: {},
    consentProof: null,
  }
  await measured('parsing and preview', lines, async () => {
    await post('check-import', { importId, headerRow, mapping, ...rules })
    expectCounts('the preview', (await done(importId)).counts, expected)
  })
  const ranMs = await measured('import, killed halfway', lines, async () => {
    await post('run-import', { importId })
    await killAt(importId, lines / 2)
    expectCounts('the import', (await done(importId)).counts, expected)
  })
  print(`    × ${(ranMs / baseMs).toFixed(1)} of plain SQL`)
  await expectNoDuplicates(importId, expected.created)
  await measured('rollback', expected.created + expected.updated, async () => {
    await post('roll-back-import', { importId })
    const { counts } = await done(importId)
    if (counts['kept'] !== 0) throw new Error(`${counts['kept']} lines were not rolled back`)
  })
  const after = await fingerprint()
  const differs = Object.keys(before).filter((table) => before[table] !== after[table])
  print(differs.length === 0 ? 'Every row of every table is restored.' : `NOT RESTORED: ${differs.join(', ')}`)
  if (differs.length > 0) process.exitCode = 1

  async function measured<T>(what: string, per: number, work: () => Promise<T>): Promise<T extends void ? number : T> {
    const stopWatching = watch(() => child.pid, [
      { name: 'a page', ask: () => fetch(installation.url) },
      { name: 'a list of people', ask: () => fetch(`${installation.url}/rest/v1/contacts?select=id,full_name&limit=50`, { headers }) },
    ]) // prettier-ignore
    const began = performance.now()
    const result = await work()
    const ms = performance.now() - began
    const { peakMb, answers } = await stopWatching()
    print(`  ${what}: ${seconds(ms)} (${(ms / per).toFixed(2)} ms per line), server memory at most ${peakMb} MB`)
    for (const { name, n, p50, p99, max } of answers)
      print(
        `    ${name} during it: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at most ${max.toFixed(0)} ms (${n} requests)`,
      )
    return (result ?? ms) as T extends void ? number : T
  }

  async function post(name: string, body: object) {
    const answer = await fetch(`${installation.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  }
} finally {
  await stop(child)
  installation.remove()
  rmSync(path, { force: true })
}

async function upload(headers: Record<string, string>): Promise<{ importId: string }> {
  const answer = await fetch(`${installation.url}/functions/v1/upload-import?name=list.csv`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: await openAsBlob(path),
  })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { importId: string }
}

async function read(id: string): Promise<Import> {
  return (await installation.sql<Import>('select * from imports where id = $1', [id]))[0]!
}

/** Waits until a step is complete. Throws if no line is processed for two minutes. */
async function done(id: string): Promise<Import> {
  let progress = { handled: -1, at: performance.now() }
  for (;;) {
    const found = await read(id)
    if (!['mapped', 'running', 'rolling_back'].includes(found.status)) {
      if (found.status === 'failed') throw new Error('The import failed')
      return found
    }
    if (found.handled !== progress.handled) progress = { handled: found.handled, at: performance.now() }
    if (performance.now() - progress.at > 120_000) throw new Error(`No progress after line ${progress.handled}`)
    await sleep(200)
  }
}

/** Sends SIGKILL to the server during the import, and starts a new one. */
async function killAt(id: string, line: number) {
  while ((await read(id)).handled < line) await sleep(20)
  const { handled } = await read(id)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const began = performance.now()
  const started = await installation.start()
  child = started.child
  // The batch in progress at the kill was rolled back or committed.
  while ((await read(id)).handled <= handled + 500) await sleep(20)
  print(
    `    killed at line ${handled}: ready again after ${seconds(started.readyMs)}, import resumed after ${seconds(performance.now() - began)}`,
  )
}

/** The baseline: the same contacts as plain SQL, in a transaction that is rolled back. */
async function measurePlainSql() {
  const bare = new pg.Client(installation.login('postgres'))
  await bare.connect()
  await bare.query('begin')
  const began = performance.now()
  for (const statement of asBareSql(path)) await bare.query(statement)
  const ms = performance.now() - began
  await bare.query('rollback')
  await bare.query('vacuum')
  await bare.end()
  return ms
}

function expectCounts(what: string, found: Record<string, number>, expected: Record<string, number>) {
  for (const [outcome, n] of Object.entries(expected))
    if ((found[outcome] ?? 0) !== n) throw new Error(`${what}: ${outcome} is ${found[outcome]}, not ${n}`)
}

async function expectNoDuplicates(id: string, created: number) {
  const [found] = await installation.sql<{ people: string; activities: string; all: string }>(
    `select count(distinct r.record_id) as people, (select count(*) from contacts) as all,
       (select count(*) from activities a where a.related_id = $1 and a.type = 'contact.imported') as activities
     from import_rows r where r.import_id = $1 and r.result = 'created'`,
    [id],
  )
  const { people, activities, all } = found!
  if (Number(people) !== created || Number(activities) !== created || Number(all) !== created + 5 * knownOnList)
    throw new Error(`A contact was created twice or not at all: ${JSON.stringify(found)}`)
}

/** A checksum of every table, except the records of the import. */
async function fingerprint(): Promise<Record<string, string | null>> {
  const tables = await installation.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('imports', 'import_rows', 'audit_log')`,
  )
  const found: Record<string, string | null> = {}
  for (const { name } of tables) {
    const [row] = await installation.sql<{ hash: string | null }>(
      `select md5(string_agg(h, '' order by h)) as hash from (select md5(t::text) as h from public.${name} t) x`,
    )
    found[name] = row!.hash
  }
  return found
}
