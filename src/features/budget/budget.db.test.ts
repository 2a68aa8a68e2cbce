import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealedBudget } from '#features/budget/item-store.server.ts'
import { resealAll } from '#platform/sealing/reseal.server.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { entry, line, makeBudgetHousehold } from '../../../test/budget-household.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const home = await makeBudgetHousehold(db)
const { as, noa, itai, liat, call, add, ofMonth, read, idsSeen } = home

test('both partners see a shared month, and other households see no item of the month', async () => {
  const id = await add(
    noa.claims,
    ofMonth('line', '2026-11', line({ category: 'ארנונה', kind: 'fixed', planned: 80_000 })),
  )
  expect(await idsSeen(itai.claims)).toContain(id)
  expect(await idsSeen(liat.claims)).not.toContain(id)
  expect((await read(itai.claims)).partners).toEqual(['נועה'])
  // The id of another household grants no access: neither to read nor to change its rows.
  const item = ofMonth('line', '2026-11', line({ planned: 1 }))
  for (const version of [0, 1])
    expect((await call(liat.claims, 'save-budget-item', { id, version, isPrivate: false, item })).code).toMatch(
      /changed_elsewhere|item_gone/,
    )
  await call(liat.claims, 'delete-budget-item', { id, version: 1 })
  expect(await idsSeen(noa.claims)).toContain(id)
})

test('a child of the household with an account can neither read nor change the budget of the partners', async () => {
  const child = await home.newClient('יובל', home.home)
  await db.sql(`update contacts set household_role = 'child' where id = $1`, [child.contact])
  const item = ofMonth('entry', '2026-11', entry({ description: 'של ההורים' }))
  const id = await add(noa.claims, item)
  expect(await db.as(child.claims, 'select id from budget_items')).toEqual([])
  expect(JSON.stringify(await read(child.claims))).not.toContain('של ההורים')
  expect(JSON.stringify(await call(child.claims, 'download-budget', {}))).not.toContain('של ההורים')
  await call(child.claims, 'delete-budget-item', { id, version: 1 })
  expect(await idsSeen(noa.claims)).toContain(id)
  const saved = await call(child.claims, 'save-budget-item', { id: randomUUID(), version: 0, isPrivate: false, item })
  expect(saved.code).toBe('budget_of_partners')
  await db.sql('delete from contacts where id = $1', [child.contact])
})

test('a private item is invisible to the partner in functions, rest/v1 and download', async () => {
  const id = await add(noa.claims, ofMonth('entry', '2026-11', entry({ description: 'הפתעה לאיתי' })), {
    isPrivate: true,
  })
  expect(await idsSeen(noa.claims)).toContain(id)
  expect(await idsSeen(itai.claims)).not.toContain(id)
  const rest = (claims: typeof noa.claims) => db.as(claims, 'select id from budget_items where id = $1', [id])
  expect(await rest(noa.claims)).toHaveLength(1)
  expect(await rest(itai.claims)).toHaveLength(0)
  const download = async (claims: typeof noa.claims) => JSON.stringify(await call(claims, 'download-budget', {}))
  expect(await download(noa.claims)).toContain('הפתעה לאיתי')
  expect(await download(itai.claims)).not.toContain('הפתעה לאיתי')
  await call(itai.claims, 'delete-budget-item', { id, version: 1 })
  expect(await idsSeen(noa.claims)).toContain(id)
})

test('no role can read the sealed values through rest/v1', async () => {
  for (const claims of [noa.claims, as.owner, as.coach])
    await expect(db.as(claims, 'select sealed from budget_items')).rejects.toThrow('permission denied')
})

test('the second of two partners who edit one line gets a conflict, but a repeated save does not', async () => {
  const id = await add(noa.claims, ofMonth('line', '2026-11', line({ category: 'דלק' })))
  const save = (claims: typeof noa.claims, planned: number, version: number) =>
    call(claims, 'save-budget-item', {
      id,
      version,
      isPrivate: false,
      item: ofMonth('line', '2026-11', line({ category: 'דלק', planned })),
    })
  expect(await save(noa.claims, 111, 1)).toEqual({ version: 2 })
  expect(await save(itai.claims, 222, 1)).toEqual({ code: 'changed_elsewhere' })
  // The response was lost, and the same save is retried.
  expect(await save(noa.claims, 111, 1)).toEqual({ version: 2 })
  expect(await save(itai.claims, 222, 2)).toEqual({ version: 3 })
  expect(await call(noa.claims, 'delete-budget-item', { id, version: 2 })).toEqual({ code: 'changed_elsewhere' })
  expect(await call(noa.claims, 'delete-budget-item', { id, version: 3 })).toEqual({ done: true })
  expect(await save(itai.claims, 333, 3)).toEqual({ code: 'item_gone' })
})

test('twenty concurrent saves by both partners lose no entry, and add one line per category', async () => {
  const before = (await read(noa.claims, '2026-09')).items.length
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const { claims } = i % 2 ? noa : itai
      const item =
        i < 10
          ? ofMonth('entry', '2026-09', entry({ on: '2026-09-05', amount: 100 + i }))
          : ofMonth('line', '2026-09', line({ category: 'בילויים' }))
      return call(claims, 'save-budget-item', { id: randomUUID(), version: 0, isPrivate: false, item })
    }),
  )
  expect(results.filter(({ version }) => version === 1)).toHaveLength(11)
  expect(results.filter(({ code }) => code === 'category_taken')).toHaveLength(9)
  const { items, history } = await read(noa.claims, '2026-09')
  expect(items).toHaveLength(before + 11)
  expect(history.at(-1)).toMatchObject({ month: '2026-09', outgoing: { planned: 300_000, actual: 1045 } })
})

test('only its author can make a shared item private', async () => {
  const item = ofMonth('line', '2026-11', line({ category: 'חוגים' }))
  const id = await add(noa.claims, item)
  const hide = (claims: typeof noa.claims, version = 1) =>
    call(claims, 'save-budget-item', { id, version, isPrivate: true, item })
  expect(await hide(itai.claims)).toEqual({ code: 'not_author' })
  expect(await hide(noa.claims)).toEqual({ version: 2 })
  expect(await idsSeen(itai.claims)).not.toContain(id)
  expect(await call(noa.claims, 'save-budget-item', { id, version: 2, isPrivate: false, item })).toEqual({ version: 3 })
  expect(await idsSeen(itai.claims)).toContain(id)
})

test('copying a month adds missing lines once, even if both partners copy concurrently', async () => {
  await add(noa.claims, ofMonth('line', '2027-01', line({ category: 'מים', actual: 900 })))
  await add(noa.claims, ofMonth('line', '2027-01', line({ category: 'מתנה' })), { isPrivate: true })
  const results = await Promise.all(
    [noa, noa, itai].map(({ claims }) => call(claims, 'copy-budget-month', { from: '2027-01', to: '2027-02' })),
  )
  expect(results.reduce((sum, { copied }) => sum + copied, 0)).toBe(2)
  const { items } = await read(noa.claims, '2027-02')
  expect(
    items
      .filter((one) => one.kind === 'line')
      .map((one) => [one.content.category, one.content.actual, one.isPrivate])
      .toSorted((a, b) => Number(a[2]) - Number(b[2])),
  ).toEqual([
    ['מים', 0, false],
    ['מתנה', 0, true],
  ])
  const days = await db.sql(
    `select distinct month from budget_items where kind = 'line' and extract(day from month) <> 1`,
  )
  expect(days).toEqual([])
})

test('an entry is stored in the month of its day, and the table refuses an entry without a month', async () => {
  const item = ofMonth('entry', '2026-10', entry())
  expect(await call(noa.claims, 'save-budget-item', { id: randomUUID(), version: 0, isPrivate: false, item })).toEqual({
    code: 'entry_of_another_month',
  })
  await expect(
    db.sql(
      `insert into budget_items (id, household_id, kind, sealed_for, sealed) values (gen_random_uuid(), $1, 'line', $1, '\\x')`,
      [home.home],
    ),
  ).rejects.toMatchObject({ constraint: 'budget_month_by_kind' })
})

test('an import adds each line once, learns its categories, and suggests them for the next one', async () => {
  const lines = ['a', 'b', 'b', 'c'].map((importKey) => entry({ importKey, amount: 100 }))
  const rules = [{ match: 'שופרסל', kind: 'variable', category: 'מזון וסופר' }]
  const put = (claims: typeof noa.claims) =>
    call(claims, 'import-budget-entries', { isPrivate: false, entries: lines, rules })
  expect(await put(noa.claims)).toEqual({ added: 3, skipped: 1 })
  expect(await put(itai.claims)).toEqual({ added: 0, skipped: 4 })
  const known = await call(itai.claims, 'read-budget-import', {})
  expect(known.keys.toSorted()).toEqual(['a', 'b', 'c'])
  expect(known.rules).toEqual(rules)
  // A manually entered item may be a line of the next file; categories are offered in its preview.
  await add(noa.claims, ofMonth('entry', '2026-11', entry({ amount: 777, on: '2026-11-20' })))
  await add(noa.claims, ofMonth('line', '2026-11', line({ category: 'חוג של נוי' })))
  const next = await call(itai.claims, 'read-budget-import', {})
  expect(next.typed).toContainEqual({ on: '2026-11-20', amount: 777 })
  expect(next.categories).toContainEqual({ kind: 'variable', category: 'חוג של נוי' })
  expect((await call(liat.claims, 'read-budget-import', {})).keys).toEqual([])
})

test('a dump contains no plain amounts or texts, and a row moved to another household cannot be decrypted', async () => {
  await add(noa.claims, {
    kind: 'debt',
    content: { name: 'הלוואה סודית', kind: 'loan', balance: 98_765_432, yearlyRate: 700, minPayment: 10 },
  })
  const dump = (
    await db.sql<{ row: string }>(`select i::text || encode(i.sealed, 'escape') as row from budget_items i`)
  )
    .map(({ row }) => row)
    .join()
  for (const plain of ['הלוואה', 'מזון', 'שופרסל', '98765432', '12345', Buffer.from('שופרסל').toString('hex')])
    expect(dump).not.toContain(plain)
  await db.sql(
    `insert into budget_items (id, household_id, kind, sealed_for, sealed)
    select gen_random_uuid(), c.household_id, 'debt', c.household_id, i.sealed from budget_items i, contacts c where i.kind = 'debt' and c.id = $1`,
    [liat.contact],
  )
  const { items, unreadable } = await read(liat.claims)
  expect([items.filter(({ kind }) => kind === 'debt'), unreadable]).toEqual([[], 1])
})

test('after a key rotation every item is decrypted with the new key alone, and no version has changed', async () => {
  const before = (await read(noa.claims)).items
  const next = makeSealingKey()
  await resealAll(db.owner, createSealing([next, home.key]), [sealedBudget])
  const rotated = home.caller(home.dispatcherWith(createSealing([next])))
  expect((await rotated(noa.claims, 'read-budget', { month: '2026-11' })).items).toEqual(before)
  expect((await read(noa.claims)).items).toEqual([])
  await resealAll(db.owner, createSealing([home.key, next]), [sealedBudget])
  expect((await read(noa.claims)).items).toEqual(before)
})

test('the first save creates a household for a client without one, and refuses an account without a contact', async () => {
  const single = await home.newClient('תמר', null)
  expect((await read(single.claims)).householdId).toBeNull()
  const id = await add(single.claims, { kind: 'goal', content: { name: 'חירום', target: 100, saved: 0, by: null } })
  expect(await idsSeen(single.claims)).toEqual([id])
  expect(await call(as.client, 'read-budget', { month: '2026-11' })).toEqual({ code: 'no_client_file' })
})

test('concurrent first saves of a client without a household create one household', async () => {
  const single = await home.newClient('גיל', null)
  const saved = await Promise.all(
    [100, 200, 300].map((amount) =>
      call(single.claims, 'save-budget-item', {
        id: randomUUID(),
        version: 0,
        isPrivate: false,
        item: ofMonth('entry', '2026-11', entry({ amount })),
      }),
    ),
  )
  expect(saved).toEqual([{ version: 1 }, { version: 1 }, { version: 1 }])
  expect(await idsSeen(single.claims)).toHaveLength(3)
  expect(await db.sql(`select from households where name = 'גיל'`)).toHaveLength(1)
})
