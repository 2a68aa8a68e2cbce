/** Maximum page number in a URL: the offset of the page must fit the integer type of the database. */
const max = 1_000_000

/** The page number in a URL, one-based; 1 if missing or invalid. */
export const pageOf = (params: URLSearchParams) =>
  Math.min(max, Math.max(1, Math.trunc(Number(params.get('page'))) || 1))
