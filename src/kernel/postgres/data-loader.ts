// Batches the loads of a transaction that are requested in one event loop turn into one statement, like DataLoader.
import type { Db } from './transaction.ts'

type Load<Item, Value> = (db: Db, items: readonly Item[]) => Promise<readonly Value[]>

/** `load` returns one value per item, in their order. Its error rejects all of them. */
export function createDataLoader<Item, Value>(load: Load<Item, Value>): (db: Db, item: Item) => Promise<Value> {
  type Asked = { item: Item; answer: PromiseWithResolvers<Value> }
  const waiting = new WeakMap<Db, Asked[]>()

  async function loadAll(db: Db) {
    const batch = waiting.get(db) ?? []
    waiting.delete(db)
    try {
      const values = await load(
        db,
        batch.map(({ item }) => item),
      )
      for (const [i, { answer }] of batch.entries()) answer.resolve(values[i]!)
    } catch (error) {
      for (const { answer } of batch) answer.reject(error)
    }
  }

  return (db, item) => {
    const answer = Promise.withResolvers<Value>()
    const batch = waiting.get(db)
    if (batch) batch.push({ item, answer })
    else {
      waiting.set(db, [{ item, answer }])
      // Deferred until after the microtasks, in which other callers that awaited the same result continue.
      setImmediate(() => void loadAll(db))
    }
    return answer.promise
  }
}
