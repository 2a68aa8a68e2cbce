import { CallRefused } from '#client/invoke.ts'

/** The row was saved since it was read. `theirs` is the current row; null if it was deleted or is hidden now. */
export class EditConflict<Row = unknown> extends Error {
  // The refusal code of the database.
  readonly code = 'PT409'
  readonly theirs: Row | null
  constructor(theirs: Row | null) {
    super(theirs ? 'stale_version' : 'row_gone')
    this.theirs = theirs
  }
}

/** The error of an update that matched no row of the seen version: `stale` if `read` finds the row, else `row_gone`. */
export const staleOrGone = async <Stale extends Error>(
  read: PromiseLike<{ data: unknown }>,
  stale: Stale,
): Promise<Stale | EditConflict> => ((await read).data === null ? new EditConflict(null) : stale)

/** Throws stale_version, or row_gone if `read` finds no row, for an update that matched no row of the seen version. */
export async function requireUpdated(updated: readonly unknown[], read: PromiseLike<{ data: unknown }>) {
  if (updated.length > 0) return
  throw await staleOrGone(read, new CallRefused('stale_version', 'The row was changed since it was read'))
}
