// Everybody tries every verb on every table, and what comes of it is what test/access/expected.ts says.
import { expect, test } from 'vitest'
import { type Reach, measureAccess, type Verb, verbs } from './measure-access.ts'
import { type Actor, actors, expand } from './actors.ts'
import { expected } from './expected.ts'
import { makeDataset, tablesReferencingPeople, type Table } from './dataset.ts'

const world = await makeDataset()
const found = new Map<string, Record<Actor, Record<Verb, Reach>>>()
for (const table of world.tables) {
  const reach = {} as Record<Actor, Record<Verb, Reach>>
  for (const actor of Object.keys(actors) as Actor[]) reach[actor] = await measureAccess(world, actor, table)
  found.set(table.name, reach)
}

test('every table is on the list, and nothing else', () => {
  expect(Object.keys(expected).sort(), 'add a line to test/access/expected.ts').toEqual(
    world.tables.map(({ name }) => name).sort(),
  )
})

test('every table has a row to be tried', () => {
  const empty = world.tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name)
  expect(empty, 'add an insert to test/access/rows.ts').toEqual([])
})

test.each(world.tables)('$name: who may select, insert, update and delete', (table) => {
  const held = Object.fromEntries(verbs.map((verb) => [verb, heldBy(table, verb)]))
  const said = Object.fromEntries(verbs.map((verb) => [verb, expand(expected[table.name]?.[verb]).join(' ')]))
  expect(held).toEqual(said)
})

test('what one client sees of their own, another does not see', () => {
  const shared = world.tables.filter(({ name }) => {
    const { clientA, clientB, stranger } = found.get(name)!
    const ofAll = stranger.select.seen
    const [a, b] = [clientA, clientB].map(({ select }) => select.seen?.difference(ofAll ?? new Set()) ?? new Set())
    return !isWhole(name, clientA) && !a!.isDisjointFrom(b!)
  })
  expect(shared.map(({ name }) => name)).toEqual(walkedByBoth)
})

/** The way that all clients of the business go, without who stands where. */
const walkedByBoth = ['process_stages', 'process_templates']

test('of both clients something is known in every table that names people', async () => {
  const unknown: string[] = []
  for (const [table, columns] of await tablesReferencingPeople(world.db))
    for (const client of world.clients) {
      const names = columns.map(({ column, people }) => `${column} = '${client[people]}'`)
      const rows = await world.db.sql(`select from ${table} where ${names.join(' or ')}`)
      if (rows.length === 0 && !unknown.includes(table)) unknown.push(table)
    }
  expect(unknown, 'add an insert to test/access/rows.ts').toEqual([])
})

const isWhole = (table: string, { select }: Record<Verb, Reach>) =>
  select.met === world.tables.find(({ name }) => name === table)!.rows.length

/** Who met rows, in the words of the list. */
const heldBy = ({ name, rows }: Table, verb: Verb) =>
  Object.entries(found.get(name)!)
    .filter(([, reach]) => reach[verb].met > 0)
    .map(([actor, reach]) => (reach[verb].met < rows.length ? `${actor}~` : actor))
    .join(' ')
