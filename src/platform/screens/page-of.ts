/** Greatest page of an address: its offset is still an integer for the database. */
const most = 1_000_000

/** The page that an address names, one-based; the first one if it names none. */
export const pageOf = (params: URLSearchParams) =>
  Math.min(most, Math.max(1, Math.trunc(Number(params.get('page'))) || 1))
