/** Maximum number of retries after conflicts. */
const maxAttempts = 5

type Search<Row> = {
  /** Finds candidates, the best match first. */
  find: () => Promise<Row[]>
  /** Locks the row until the transaction ends. False if it has changed since it was found. */
  hold: (row: Row) => Promise<boolean>
}

/**
 * Finds and locks a row until the transaction ends. If a concurrent transaction changes it between the search and the lock, the search is
 * repeated and sees that result.
 */
export async function findAndLock<Row>({ find, hold }: Search<Row>): Promise<Row | undefined> {
  for (let round = 0; round < maxAttempts; round++) {
    const [found] = await find()
    if (!found || (await hold(found))) return found
  }
  return undefined
}
