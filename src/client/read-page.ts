// Reads one page of a list with the page number in the URL. The list may have become too short for that page.

type Answer<Row> = PromiseLike<{ data: Row[]; count: number | null }>

/** `page` is the zero-based number of the returned page. */
export type Page<Row> = { rows: Row[]; total: number; page: number }

/** PostgREST responds with 416 to an offset above the total. */
const isBeyondTotal = (error: unknown) => (error as { code?: unknown } | null)?.code === 'PGRST103'

/**
 * Reads a page, or the last one if the list ends before it. `read` must create a new request on each call, with a total order and
 * `count: 'exact'`.
 */
export async function readPage<Row>(
  page: number,
  pageSize: number,
  read: (from: number, to: number) => Answer<Row>,
): Promise<Page<Row>> {
  const readAt = async (index: number): Promise<Page<Row>> => {
    const { data, count } = await read(index * pageSize, (index + 1) * pageSize - 1)
    return { rows: data, total: count ?? 0, page: index }
  }
  const opening = await readAt(page).catch((error: unknown) => {
    if (page === 0 || !isBeyondTotal(error)) throw error
    return undefined
  })
  // An offset equal to the total returns no rows.
  if (opening && (opening.rows.length > 0 || page === 0)) return opening
  const first = await readAt(0)
  const last = Math.ceil(first.total / pageSize) - 1
  return last < 1 ? first : readAt(last)
}
