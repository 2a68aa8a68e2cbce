// Taking back what was changed on many rows at once.
import type { Backend } from '#client/backend.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import type { UndoneBulk } from './bulk-actions.ts'

/** Restores every row that nobody has changed since. Refusals: see the contract. */
export async function undoBulk(backend: Backend, batch: string): Promise<UndoneBulk> {
  const { data } = await backend.rpc('undo_bulk', { batch }).throwOnError()
  return data as UndoneBulk
}

/** What is said when some rows could not be taken back; undefined when all of them were. */
export function leftWords({ left, left_names }: UndoneBulk): string | undefined {
  if (left === 0) return undefined
  const names = left_names.slice(0, 3).map(isolate).join(', ')
  return left === 1
    ? `${names} השתנו בינתיים בידי מישהו אחר ונשארו כפי שהם`
    : `${left} רשומות השתנו בינתיים ונשארו כפי שהן: ${names}${left > 3 ? ' ועוד' : ''}`
}
