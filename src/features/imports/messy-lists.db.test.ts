import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { dayOf } from '#lib/time/dates.ts'
import { searchForm } from '#lib/hebrew/search-form.ts'
import { importsOf } from './imports.fixture.ts'
import { type MessyLine, messyFile } from './messy-list.fixture.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const imports = await importsOf(db, as.owner, { read: 2000, plan: 1000, run: 500 })
const today = dayOf(new Date())

type Known = { first: string; last: string; day: string | null; points: string[] }
const known = () =>
  db.sql<Known>(`select first_name as first, coalesce(last_name, '') as last, birth_date::text as day,
    array(select value_norm from contact_points p where p.contact_id = c.id) as points from contacts c`)

/** The contacts that may match this line: by first name and a number or address, otherwise by full name. */
const contactsOf = (people: readonly Known[], { name, points, isRejected }: MessyLine) =>
  people.filter(
    (one) =>
      name &&
      !isRejected &&
      searchForm(one.first) === searchForm(name.first) &&
      (points.length > 0
        ? one.points.some((point) => points.includes(point))
        : one.points.length === 0 && searchForm(one.last) === searchForm(name.last)),
  )

// The five seeds cover every encoding, date order and separator.
test.each([4, 6, 15, 17, 18])('messy list %i is imported without losing a person or inventing a date', async (seed) => {
  await db.sql('truncate contacts, households, tags, imports, name_words cascade')
  const { what, bytes, lines } = messyFile(seed, 400, today)
  const { id } = await imports.importFile(bytes)
  const people = await known()
  const importable = lines.filter(({ name, points }) => name && points.length > 0)
  expect(importable.length, what).toBeGreaterThan(300)
  expect(
    importable.filter((line) => contactsOf(people, line).length === 0).map(({ cells }) => cells),
    what,
  ).toEqual([])

  const allowed = new Map(people.map((one) => [one, new Set<string>()]))
  for (const line of lines)
    for (const one of contactsOf(people, line)) for (const day of line.days) allowed.get(one)!.add(day)
  const withDates = people.filter(({ day }) => day !== null)
  expect(withDates.length, what).toBeGreaterThan(200)
  expect(
    withDates.filter((one) => !allowed.get(one)!.has(one.day!)),
    what,
  ).toEqual([])
  const missed = people.filter((one) => one.day === null && allowed.get(one)!.size > 0)
  expect(missed, what).toEqual([])

  // The error file contains exactly the lines with errors, and can be imported again unchanged.
  const raw = (await imports.lines(id)).map((line) => line.raw)
  const faulty = lines.flatMap(({ isFaulty }, i) => (isFaulty ? [raw[i]!] : []))
  const { payload } = await imports.step('import-errors', { importId: id })
  const again = await imports.importFile(payload)
  expect((await imports.read(again.id)).header, what).toEqual((await imports.read(id)).header)
  expect(
    (await imports.lines(again.id)).map((line) => line.raw),
    what,
  ).toEqual(faulty)
  expect(await known(), what).toHaveLength(people.length)
})
