import { expect, test } from 'vitest'
import { reservedSlugs } from '#features/seo/seo.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import type { Offer } from './products.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

const idOf = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const product = (slug: string, more: Record<string, unknown> = {}) =>
  idOf(
    `insert into products (slug, name, is_active, has_waitlist)
     select slug, name, is_active, has_waitlist from jsonb_populate_record(null::products, $1) returning id`,
    [JSON.stringify({ slug, name: `מוצר ${slug}`, is_active: true, has_waitlist: true, ...more })],
  )
/** Days from now; `to` null is open-ended. */
const price = (productId: string, from = -1, to: number | null = null, seats: number | null = null) =>
  idOf(
    `insert into prices (product_id, amount_agorot, active_from, active_to, seats)
     values ($1, 69000, now() + $2 * interval '1 day', now() + $3 * interval '1 day', $4) returning id`,
    [productId, from, to, seats],
  )
let people = 0
const person = () => idOf(`insert into contacts (first_name) values ($1) returning id`, [`משתתפת ${people++}`])
const enrol = async (productId: string, priceId: string | null = null) =>
  db.sql('insert into enrolments (product_id, price_id, contact_id) values ($1, $2, $3)', [
    productId,
    priceId,
    await person(),
  ])
const offers = () => db.as<Offer>({ role: 'anon' }, 'select * from offers()')
const offer = async (slug: string) => (await offers()).find((shown) => shown.slug === slug)

const unsold = await product('unsold')
const course = await product('bait')
const coursePrice = await price(course, -1, 10, 2)
await enrol(course, coursePrice)
const [taken] = await db.sql<{ id: string }>('select id from enrolments')

const cases: [action: string, sql: string, actors: string][] = [
  ['see a product', `select from products where id = '${course}'`, 'owner admin coach sales content'],
  ['see a price', `select from prices where id = '${coursePrice}'`, 'owner admin coach sales content'],
  ['change a product', `update products set tagline = 'x' where id = '${course}' returning *`, 'owner admin content'],
  ['set a price', `update prices set amount_agorot = 1 where id = '${coursePrice}' returning *`, 'owner admin'],
  ['delete a product', `delete from products where id = '${unsold}' returning *`, 'owner admin'],
  ['see who takes part', `select from enrolments where id = '${taken!.id}'`, 'owner admin sales'],
  [
    'end an enrolment',
    `update enrolments set ended_on = current_date + 1 where id = '${taken!.id}' returning *`,
    'owner admin sales',
  ],
  ['move a page directly', `select move_page('/a', '/b')`, 'no role'],
  ['read the offers', 'select * from offers()', 'visitor stranger owner admin coach sales content client'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('a product with enrolments cannot be deleted, even after they ended', async () => {
  const remove = () => db.as(as.owner, 'delete from products where id = $1', [course])
  await expect(remove()).rejects.toMatchObject({ code: '23503', constraint: 'product_was_bought' })
  await db.sql('update enrolments set ended_on = enrolled_on')
  await expect(remove()).rejects.toMatchObject({ constraint: 'product_was_bought' })
  await db.sql('update enrolments set ended_on = null')
})

test('site roles can reorder the products, in one call for all', async () => {
  const order = async () =>
    (await db.sql<{ id: string }>('select id from products order by position, name')).map((row) => row.id)
  const before = await order()
  const reordered = before.toReversed()
  await db.as(as.sales, 'select order_products($1)', [reordered])
  expect(await order()).toEqual(before)
  await db.as(as.content, 'select order_products($1)', [reordered])
  expect(await order()).toEqual(reordered)
})

test('a reserved path segment is refused as a slug', async () => {
  for (const slug of reservedSlugs.filter((word) => /^[a-z0-9-]+$/.test(word)))
    await expect(product(slug), slug).rejects.toMatchObject({ constraint: 'slug_reserved' })
})

for (const slug of ['A', 'Upper', 'two words', 'a--b', '-a', 'a.b', 'a/b', 'ab\u202e'])
  test(`“${slug}” is not a valid slug`, async () => {
    await expect(product(slug)).rejects.toMatchObject({ constraint: 'product_slug_form' })
  })

test('seats left are computed from enrolments, and the last seat can be taken only once', async () => {
  expect(await offer('bait')).toMatchObject({ is_open: true, seats_left: 1 })
  await enrol(course, coursePrice)
  await expect(enrol(course, coursePrice)).rejects.toMatchObject({ message: 'no_places_left' })
  expect(await offer('bait')).toMatchObject({ is_open: true, seats_left: 0 })
  await db.sql('update enrolments set ended_on = enrolled_on where id = $1', [taken!.id])
  expect(await offer('bait')).toMatchObject({ seats_left: 1 })
  await db.sql('update prices set seats = null where id = $1', [coursePrice])
  expect(await offer('bait')).toMatchObject({ seats_left: null })
})

test('a price is shown from its first to its last day, and as upcoming with its start date before that', async () => {
  const coming = await product('coming')
  await price(coming, 5, 9)
  const over = await product('over')
  await price(over, -9, -5)
  await product('hidden', { is_active: false })
  expect(await offer('coming')).toMatchObject({ is_open: false, price: { amount_agorot: 69000 } })
  expect((await offer('coming'))?.opens_at).not.toBeNull()
  expect(await offer('over')).toMatchObject({ is_open: false, price: null, opens_at: null })
  expect(await offer('hidden')).toBeUndefined()
})

test('price periods of one product must not overlap', async () => {
  const id = await product('one-price')
  await price(id, 0, 5)
  await price(id, 5, 9)
  await expect(price(id, 3, 4)).rejects.toMatchObject({ constraint: 'price_at_the_same_time' })
})

test('“most chosen” marks one product with the most enrolments, and none on a tie', async () => {
  const selected = async () => (await offers()).filter((shown) => shown.is_most_chosen).map(({ slug }) => slug)
  const many = await product('many')
  const few = await product('few')
  for (let i = 0; i < 4; i++) await enrol(many)
  await enrol(few)
  expect(await selected()).toEqual([])
  await enrol(many)
  expect(await selected()).toEqual(['many'])
  for (let i = 0; i < 4; i++) await enrol(few)
  expect(await selected()).toEqual([])
})

test('changing a slug retains the old one as an alias and moves the page with every version', async () => {
  const id = await product('first-name')
  await db.sql(`insert into pages (path, label, version) values ('/first-name', 'דף', 2)`)
  for (const n of [1, 2])
    await db.sql(`insert into page_versions (path, number, blocks) values ('/first-name', $1, '[{"id": "a"}]')`, [n])
  await db.sql(`update pages set published_at = now(), published_version_id =
    (select id from page_versions where path = '/first-name' and number = 1) where path = '/first-name'`)
  await db.sql(`update products set slug = 'שם-שני' where id = $1`, [id])
  await db.sql(`update products set slug = 'third', name = 'שם חדש' where id = $1`, [id])
  expect(await offer('third')).toMatchObject({ former_slugs: ['first-name', 'שם-שני'] })
  const [page] = await db.sql(`select p.path, p.label, p.version, v.number,
      (select count(*)::int from page_versions where path = p.path) as versions
    from pages p join page_versions v on v.id = p.published_version_id where p.path = '/third'`)
  expect(page).toEqual({ path: '/third', label: 'שם חדש', version: 2, number: 1, versions: 2 })
  expect(await db.sql(`select from pages where path in ('/first-name', '/שם-שני')`)).toEqual([])
  await expect(product('first-name')).rejects.toMatchObject({ message: 'slug_taken' })
  await db.sql(`update products set slug = 'first-name' where id = $1`, [id])
  expect(await offer('first-name')).toMatchObject({ former_slugs: ['third', 'שם-שני'] })
  await db.sql('delete from products where id = $1', [id])
  expect(await db.sql(`select from pages where path = '/first-name'`)).toEqual([])
})

test('showing or hiding a product does not increase its version; editing it does', async () => {
  const id = await product('quiet')
  const version = async (change: string) =>
    (await db.sql<{ version: number }>(`update products set ${change} where id = $1 returning version`, [id]))[0]!
      .version
  expect(await version('is_active = false, position = 9')).toBe(1)
  expect(await version(`tagline = 'אחרת'`)).toBe(2)
})

test('a product can have several named prices at once, and all are listed', async () => {
  const id = await product('two-prices')
  const named = (name: string, amount: number) =>
    db.sql(
      `insert into prices (product_id, name, amount_agorot, active_from) values ($1, $2, $3, now() - interval '1 day')`,
      [id, name, amount],
    )
  await named('לזוג', 99_000)
  await named('ליחיד', 69_000)
  await expect(named('לזוג', 1)).rejects.toMatchObject({ constraint: 'price_at_the_same_time' })
  await price(id, 5, 9)
  const shown = await offer('two-prices')
  expect(shown?.prices.map(({ name, amount_agorot: amount }) => [name, amount])).toEqual([
    ['ליחיד', 69_000],
    ['לזוג', 99_000],
  ])
  expect(shown?.price).toMatchObject({ name: 'ליחיד' })
})

test('of several prices, one with seats left is shown first', async () => {
  const id = await product('one-is-full')
  const full = await price(id, -1, 10, 1)
  await db.sql(`update prices set name = 'מוקדם', amount_agorot = 10000 where id = $1`, [full])
  await price(id, -1, 10)
  expect((await offer('one-is-full'))?.price).toMatchObject({ name: 'מוקדם' })
  await enrol(id, full)
  expect(await offer('one-is-full')).toMatchObject({ price: { name: '' }, seats_left: null })
})
