// Readings that mean every row. An answer holds at most as many rows as the server allows, and cuts the rest silently.

type Page<Row> = PromiseLike<{ data: Row[]; count: number | null }>

const pageLength = 1000

/** All rows, page by page. `read` needs a total order and `count: 'exact'`, which says whether rows are missing. */
export async function readAll<Row>(read: (from: number, to: number) => Page<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, count } = await read(rows.length, rows.length + pageLength - 1)
    rows.push(...data)
    if (data.length === 0 || rows.length >= (count ?? 0)) return rows
  }
}
