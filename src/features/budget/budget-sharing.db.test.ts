import { expect, test } from 'vitest'
import { entry, line, makeBudgetHousehold } from '../../../test/budget-household.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as, noa, itai, liat, home, newClient, newHousehold, call, add, ofMonth, read, idsSeen } =
  await makeBudgetHousehold(db)
const look = (claims: typeof noa.claims, contactId = noa.contact) =>
  call(claims, 'read-shared-budget', { contactId, month: '2026-11' })
const share = (claims: typeof noa.claims, isShared: boolean) => call(claims, 'share-budget', { isShared })
const readings = () =>
  db.sql<{ reader_name: string }>('select reader_name from budget_reads where household_id = $1', [home])

await add(noa.claims, ofMonth('line', '2026-11', line()))
await add(noa.claims, ofMonth('entry', '2026-11', entry({ description: 'פרטי מאוד' })), { isPrivate: true })

test('staff can read a budget only while each partner consents, and each access is logged and shown', async () => {
  expect(await look(as.coach)).toEqual({ budget: null })
  await share(noa.claims, true)
  expect((await read(noa.claims)).sharing).toMatchObject({ isShared: false, mine: true, waitingFor: ['איתי'] })
  expect(await look(as.coach)).toEqual({ budget: null })
  expect(await readings()).toEqual([])
  await share(itai.claims, true)
  await db.sql(
    `insert into staff_profiles (user_id, full_name) values ($1, 'דנה המאמנת') on conflict (user_id) do update set full_name = excluded.full_name`,
    [ids.coach],
  )
  const { budget } = await look(as.coach)
  expect(budget!.items.map(({ kind }) => kind)).toEqual(['line'])
  expect(JSON.stringify(budget)).not.toContain('פרטי מאוד')
  await look(as.coach)
  expect(await readings()).toEqual([{ reader_name: 'דנה המאמנת' }])
  expect((await read(itai.claims)).sharing.reads).toMatchObject([{ reader: 'דנה המאמנת', purpose: 'view' }])
  expect((await read(liat.claims)).sharing.reads).toEqual([])
  await share(itai.claims, false)
  expect(await look(as.coach)).toEqual({ budget: null })
})

test('a coach reads no budget of a contact of another coach, and sales read none', async () => {
  await share(noa.claims, true)
  await share(itai.claims, true)
  expect((await look(as.owner)).budget).not.toBeNull()
  await db.sql('update contacts set owner_id = $1 where household_id = $2', [ids.owner, home])
  expect(await look(as.coach)).toEqual({ budget: null })
  expect((await look(as.sales)).code).toBe('not_allowed')
  expect((await look(noa.claims)).code).toBe('not_allowed')
  await db.sql('update contacts set owner_id = $1 where household_id = $2', [ids.coach, home])
})

test('a joining partner must consent before the coach can read the budget again, and a partner who leaves keeps the private items', async () => {
  const house = await newHousehold('זוג חדש')
  const [first, second] = [await newClient('רותם', house), await newClient('שחר', null)]
  const shared = await add(first.claims, ofMonth('line', '2026-11', line({ category: 'גז' })))
  await share(first.claims, true)
  expect((await look(as.owner, first.contact)).budget).not.toBeNull()
  const mine = await add(second.claims, ofMonth('line', '2026-11', line({ category: 'ספורט' })), { isPrivate: true })
  await db.sql('update contacts set household_id = $1 where id = $2', [house, second.contact])
  expect(await look(as.owner, first.contact)).toEqual({ budget: null })
  expect((await idsSeen(second.claims)).toSorted()).toEqual([shared, mine].toSorted())
  expect(await idsSeen(first.claims)).toEqual([shared])
  await db.sql('update contacts set household_id = null where id = $1', [second.contact])
  expect(await idsSeen(second.claims)).toEqual([mine])
  expect(await idsSeen(first.claims)).toEqual([shared])
})

test('a child of the household with an account needs no consent, and grants no access to the budget of the partners', async () => {
  const house = await newHousehold('הורה וילד')
  const [parent, child] = [await newClient('מיכל', house), await newClient('אלון', house)]
  await db.sql(`update contacts set household_role = 'child' where id = $1`, [child.contact])
  await add(parent.claims, ofMonth('line', '2026-11', line()))
  await share(parent.claims, true)
  expect((await look(as.owner, parent.contact)).budget).not.toBeNull()
  expect(await read(parent.claims)).toMatchObject({
    partners: [],
    sharing: { isShared: true, mine: true, waitingFor: [] },
  })
  expect(await look(as.coach, child.contact)).toEqual({ budget: null })
  await call(as.owner, 'export-person', { id: child.contact })
  expect(await db.sql(`select from budget_reads where household_id = $1 and purpose = 'export'`, [house])).toHaveLength(
    0,
  )
  expect(await call(parent.claims, 'erase-budget', { what: 'all' })).toEqual({ done: true })
})

test('erasing the whole budget requires that no other partner uses it, and erasing private items keeps shared ones', async () => {
  expect(await call(noa.claims, 'erase-budget', { what: 'all' })).toEqual({ code: 'partner_uses_budget' })
  expect((await read(noa.claims)).items.filter((one) => one.isPrivate)).toHaveLength(1)
  await call(noa.claims, 'erase-budget', { what: 'mine' })
  expect((await read(noa.claims)).items.map((one) => one.isPrivate)).toEqual([false])
  await add(liat.claims, ofMonth('line', '2026-11', line()))
  expect(await call(liat.claims, 'erase-budget', { what: 'all' })).toEqual({ done: true })
  expect(await idsSeen(liat.claims)).toEqual([])
})

test('the export of a contact’s data by staff contains the shared budget, is logged, and contains no private item', async () => {
  await add(noa.claims, ofMonth('entry', '2026-11', entry({ description: 'סוד של נועה' })), { isPrivate: true })
  const texts = async () => call(as.owner, 'export-person', { id: noa.contact })
  await share(noa.claims, true)
  await share(itai.claims, true)
  await texts()
  const logged = await db.sql(`select from budget_reads where household_id = $1 and purpose = 'export'`, [home])
  expect(logged).toHaveLength(1)
  await share(itai.claims, false)
  await db.sql('delete from budget_reads')
  await texts()
  expect(await db.sql('select from budget_reads')).toHaveLength(0)
})

test('erasure of a contact deletes the private items, and the shared ones with the last partner, although a child remains', async () => {
  await db.sql(`insert into contacts (first_name, household_id, household_role) values ('ילד', $1, 'child')`, [home])
  await add(itai.claims, ofMonth('line', '2026-11', line({ category: 'של איתי' })), { isPrivate: true })
  const storedRows = () =>
    db.sql<{ owner: string | null; created_by: string | null }>(
      'select private_to as owner, created_by from budget_items where household_id = $1',
      [home],
    )
  const forget = async (contact: string) =>
    db.as(as.owner, 'select forget_person($1, version) from contacts where id = $1', [contact])
  await forget(noa.contact)
  expect(new Set((await storedRows()).map(({ owner }) => owner))).toEqual(new Set([itai.contact, null]))
  expect((await storedRows()).some(({ created_by: author }) => author === noa.contact)).toBe(false)
  await forget(itai.contact)
  expect(await storedRows()).toEqual([])
  expect(await db.sql('select from budget_reads where household_id = $1', [home])).toEqual([])
})
