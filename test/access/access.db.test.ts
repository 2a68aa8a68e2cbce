// Every actor tries every verb on every table; the result must equal test/access/expected.ts.
import { expect, test } from 'vitest'
import { type Reach, measureAccess, type Verb, verbs } from './measure-access.ts'
import { type Actor, actors, expand } from './actors.ts'
import { expected } from './expected.ts'
import { makeDataset, tablesReferencingPeople, type Table } from './dataset.ts'

const dataset = await makeDataset()
const found = new Map<string, Record<Actor, Record<Verb, Reach>>>()
for (const table of dataset.tables) {
  const reach = {} as Record<Actor, Record<Verb, Reach>>
  for (const actor of Object.keys(actors) as Actor[]) reach[actor] = await measureAccess(dataset, actor, table)
  found.set(table.name, reach)
}

test('every table is listed in expected.ts', () => {
  expect(Object.keys(expected).sort(), 'add a line to test/access/expected.ts').toEqual(
    dataset.tables.map(({ name }) => name).sort(),
  )
})

test('every table has rows', () => {
  const empty = dataset.tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name)
  expect(empty, 'add an insert to test/access/rows.ts').toEqual([])
})

test.each(dataset.tables)('$name: who may select, insert, update and delete', (table) => {
  const held = Object.fromEntries(verbs.map((verb) => [verb, heldBy(table, verb)]))
  const allowed = Object.fromEntries(verbs.map((verb) => [verb, expand(expected[table.name]?.[verb]).join(' ')]))
  expect(held).toEqual(allowed)
})

test('rows of one client are invisible to another', () => {
  const shared = dataset.tables.filter(({ name }) => {
    const { clientA, clientB, stranger } = found.get(name)!
    const ofAll = stranger.select.seen
    const [a, b] = [clientA, clientB].map(({ select }) => select.seen?.difference(ofAll ?? new Set()) ?? new Set())
    return !isWhole(name, clientA) && !a!.isDisjointFrom(b!)
  })
  expect(shared.map(({ name }) => name)).toEqual(walkedByBoth)
})

/** Both clients can see the stages of a process, which contain no client data. */
const walkedByBoth = ['process_stages', 'process_templates', 'stage_documents', 'stage_materials']

test('each client has a row in every table that references contacts or users', async () => {
  const unknown: string[] = []
  for (const [table, columns] of await tablesReferencingPeople(dataset.db))
    for (const client of dataset.clients) {
      const names = columns.map(({ column, people }) => `${column} = '${client[people]}'`)
      const rows = await dataset.db.sql(`select from ${table} where ${names.join(' or ')}`)
      if (rows.length === 0 && !unknown.includes(table)) unknown.push(table)
    }
  expect(unknown, 'add an insert to test/access/rows.ts').toEqual([])
})

const isWhole = (table: string, { select }: Record<Verb, Reach>) =>
  select.met === dataset.tables.find(({ name }) => name === table)!.rows.length

/** The actors that reached rows, in the notation of expected.ts. */
const heldBy = ({ name, rows }: Table, verb: Verb) =>
  Object.entries(found.get(name)!)
    .filter(([, reach]) => reach[verb].met > 0)
    .map(([actor, reach]) => (reach[verb].met < rows.length ? `${actor}~` : actor))
    .join(' ')
