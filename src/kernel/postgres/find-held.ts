/** Beyond so many rounds somebody takes away on purpose what is looked for. */
const mostRounds = 5

type Search<Row> = {
  /** The best match first. */
  find: () => Promise<Row[]>
  /** Locks the row until the transaction ends. False where it is no longer what it was found to be. */
  hold: (row: Row) => Promise<boolean>
}

/**
 * A row that stays what it is until the transaction ends. Another transaction may take it away between the finding and the holding:
 * then the search begins again and sees what that transaction left behind.
 */
export async function findHeld<Row>({ find, hold }: Search<Row>): Promise<Row | undefined> {
  for (let round = 0; round < mostRounds; round++) {
    const [found] = await find()
    if (!found || (await hold(found))) return found
  }
  return undefined
}
