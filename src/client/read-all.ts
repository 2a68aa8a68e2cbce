// Fetches all rows of a query: the server silently truncates a response to its row limit.

type Page<Row> = PromiseLike<{ data: Row[]; count: number | null }>

const pageSize = 1000

/** Fetches all rows, page by page. `read` needs a total order and `count: 'exact'`, which shows whether rows are missing. */
export async function readAll<Row>(read: (from: number, to: number) => Page<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, count } = await read(rows.length, rows.length + pageSize - 1)
    rows.push(...data)
    if (data.length === 0 || rows.length >= (count ?? 0)) return rows
  }
}
