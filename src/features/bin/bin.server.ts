import type { Db } from '#kernel/postgres/as-role.ts'

/** Throws out for good what waited thirty days, some at a time, a transaction each, so that nobody waits for long. */
export async function emptyBin(asService: <T>(work: (db: Db) => Promise<T>) => Promise<T>): Promise<void> {
  let gone: number
  do {
    gone = (await asService((db) => db.one<{ gone: number }>('select empty_bin() as gone'))).gone
  } while (gone > 0)
}
