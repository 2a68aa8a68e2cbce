// Isolation within one role: the partners of a couple, and two coaches, on every table.
import { expect, test } from 'vitest'
import { expand } from './actors.ts'
import { makeDataset, type Table } from './dataset.ts'
import { expected } from './expected.ts'
import { measureAccess } from './measure-access.ts'

const dataset = await makeDataset({ withPairs: true })
const contactA = dataset.clients[0]!.contact
const { tables } = dataset

/** The rows that both actors see and the `others` do not. */
async function seenByBoth(table: Table, pair: readonly [string, string], others: string) {
  const [one, other, all] = await Promise.all(
    [...pair, others].map(
      async (actor) => (await measureAccess(dataset, actor, table)).select.seen ?? new Set<string>(),
    ),
  )
  return [...one!.intersection(other!).difference(all!)].map((row) => rowOf(table, row))
}

type Row = Table['rows'][number]
/** A row as the owner of the database sees it; `seen` has its key, or the columns that the actor may read. */
function rowOf({ rows, key }: Table, seen: string): Row {
  const part = JSON.parse(seen) as Row
  return rows.find((row) => key.every((column) => column in part && row[column] === part[column])) ?? part
}

test('the partners of a couple both see shared rows only, and neither sees a private row of the other', async () => {
  const [home] = await dataset.db.sql<{ id: string }>('select household_id as id from contacts where id = $1', [
    contactA,
  ])
  const isShared = (row: Row) =>
    row['shared_with'] === 'household' || (row['household_id'] === home!.id && (row['private_to'] ?? null) === null)
  const shared = new Set<unknown>(tables.flatMap(({ rows }) => rows.filter(isShared).flatMap(({ id }) => id ?? [])))
  const parents = ['client_process_id', 'thread_id', 'file_id', 'note_id'] as const
  const found: string[] = []
  const fine: string[] = []
  for (const table of tables) {
    if (seenByEachClient.includes(table.name)) continue
    for (const row of await seenByBoth(table, ['clientA', 'partner'], 'stranger'))
      if (isShared(row) || parents.some((column) => shared.has(row[column]))) fine.push(table.name)
      else found.push(`${table.name}: ${JSON.stringify(row)}`)
  }
  expect(found).toEqual([])
  // An empty set would prove nothing.
  expect(fine).toContain('budget_items')
})

/** Stages and templates contain no client data. */
const seenByEachClient = ['process_stages', 'process_templates', 'stage_documents', 'stage_materials']

test('a coach reaches no row of a client of another coach', async () => {
  const found: string[] = []
  const ofFirst: string[] = []
  const other = dataset.claims['otherCoach']!.sub
  for (const table of tables) {
    const may = expected[table.name]!
    const isOwn = (verb: 'select' | 'update' | 'delete') => expand(may[verb]).includes('coach~')
    if (isOwn('select'))
      for (const row of await seenByBoth(table, ['coach', 'otherCoach'], 'content'))
        found.push(`${table.name}: ${JSON.stringify(row)}`)
    const changes = (['update', 'delete'] as const).filter(isOwn)
    if (changes.length === 0) continue
    // Each coach owns saved views and bulk changes.
    const foreign = { ...table, rows: table.rows.filter((row) => !Object.values(row).includes(other)) }
    const [first, second] = [
      await measureAccess(dataset, 'coach', foreign),
      await measureAccess(dataset, 'otherCoach', foreign),
    ]
    for (const verb of changes) {
      if (first[verb].met > 0) ofFirst.push(`${table.name}: ${verb}`)
      if (second[verb].met > 0) found.push(`${table.name}: ${verb} of ${second[verb].met} rows`)
    }
  }
  expect(found).toEqual([])
  // An empty set would prove nothing.
  expect(ofFirst).toEqual(expect.arrayContaining(['contacts: update', 'session_notes: delete', 'saved_views: delete']))
})
