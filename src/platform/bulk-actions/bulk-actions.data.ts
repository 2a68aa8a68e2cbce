// Undo of a bulk action.
import type { Backend } from '#client/backend.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import type { UndoneBulk } from './bulk-actions.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    undo_bulk: UndoneBulk
  }
}

/** Restores every row not changed since the bulk action. Refusals: see the contract. */
export async function undoBulk(backend: Backend, batch: string): Promise<UndoneBulk> {
  const { data } = await backend.rpc('undo_bulk', { batch }).throwOnError()
  return data
}

/** Message about rows that could not be restored; undefined if all were. */
export function skippedRowsText({ left, left_names }: UndoneBulk): string | undefined {
  if (left === 0) return undefined
  const names = left_names.slice(0, 3).map(isolate).join(', ')
  return left === 1
    ? `${names} השתנו בינתיים בידי מישהו אחר ונשארו כפי שהם`
    : `${left} רשומות השתנו בינתיים ונשארו כפי שהן: ${names}${left > 3 ? ' ועוד' : ''}`
}
