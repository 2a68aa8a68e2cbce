// A couple with two accounts, a client of another household and their staff, for the database tests of the budget.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { createFunctionList } from '#server/handlers.ts'
import type { Budget } from '#features/budget/budget.ts'
import { Refusal } from '#kernel/errors.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import type { Claims } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey, type SealFor } from '#platform/sealing/sealing.server.ts'
import { makeActors } from './actors.ts'
import type { testDatabase } from './database.ts'
import { testDependencies } from './dependencies.ts'

export const line = (changes: object = {}) => ({
  kind: 'variable',
  category: 'מזון וסופר',
  planned: 300_000,
  actual: 0,
  spread: null,
  note: '',
  ...changes,
})
export const entry = (changes: object = {}) => ({
  kind: 'variable',
  category: 'מזון וסופר',
  on: '2026-11-03',
  amount: 12_345,
  description: 'שופרסל דיל',
  importKey: '',
  ...changes,
})

type Item = { id: string; kind: string; isPrivate: boolean; content: { category: string; actual: number } }
/** The fields of the responses of all functions, or of a refusal. */
export type Answer = Pick<Budget, 'householdId' | 'partners' | 'sharing' | 'history' | 'unreadable'> & {
  code: string
  version: number
  copied: number
  keys: string[]
  rules: object[]
  typed: object[]
  categories: object[]
  items: Item[]
  budget: { items: Item[] } | null
}

export async function makeBudgetHousehold(db: Awaited<ReturnType<typeof testDatabase>>) {
  const { ids, as } = await makeActors(db)
  const one = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
  const newClient = async (name: string, household: string | null) => {
    const user = await one('insert into auth.users (email) values ($1) returning id', [
      `${name}-${randomUUID()}@example.com`,
    ])
    await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
    const contact = await one(
      `insert into contacts (first_name, client_user_id, household_id, owner_id) values ($1, $2, $3, $4) returning id`,
      [name, user, household, ids.coach],
    )
    return { contact, claims: { role: 'authenticated', sub: user } as Claims }
  }
  const newHousehold = (name: string) => one('insert into households (name) values ($1) returning id', [name])
  const home = await newHousehold('נועה ואיתי')
  const [noa, itai] = [await newClient('נועה', home), await newClient('איתי', home)]
  const liat = await newClient('ליאת', await newHousehold('ליאת'))

  const key = makeSealingKey()
  const dispatcherWith = (sealFor: SealFor) =>
    createFunctions({
      pool: db.authenticator,
      functions: createFunctionList(testDependencies(undefined, { sealFor })),
      log: pino({ level: 'silent' }),
    })
  const caller =
    ({ invoke }: ReturnType<typeof dispatcherWith>) =>
    async (claims: Claims, name: string, input: object): Promise<Answer> => {
      const output = await invoke(name, input, { caller: { claims, userId: claims.sub } as never }).catch(
        (error: unknown) => {
          if (error instanceof Refusal) return error
          throw error
        },
      )
      return (output instanceof Refusal ? { code: output.code } : output) as Answer
    }
  const call = caller(dispatcherWith(createSealing([key])))

  /** Creates an item. Returns its id. */
  async function add(claims: Claims, item: object, changes: object = {}) {
    const id = randomUUID()
    const saved = await call(claims, 'save-budget-item', { id, version: 0, isPrivate: false, item, ...changes })
    if (saved.version !== 1) throw new Error(`not saved: ${JSON.stringify(saved)}`)
    return id
  }
  const ofMonth = (kind: 'line' | 'entry', month: string, content: object) => ({ kind, month, content })
  const read = (claims: Claims, month = '2026-11') => call(claims, 'read-budget', { month })
  const idsSeen = async (claims: Claims) => (await read(claims)).items.map(({ id }) => id)
  return {
    ids,
    as,
    noa,
    itai,
    liat,
    home,
    newClient,
    newHousehold,
    key,
    call,
    caller,
    dispatcherWith,
    add,
    ofMonth,
    read,
    idsSeen,
  }
}
