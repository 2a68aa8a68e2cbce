// Addresses that are keys: of an order, an appointment, a receipt, a mailed link, a request for a guide.
import type { PageRequest } from '../../pages.ts'

const keys = ['token', 'order', 'ref', 'receipt', 'r']

/** Whether the address of the page opens something private. No script of a third party may read it. */
export const isKeyed = ({ params, query }: Pick<PageRequest, 'params' | 'query'>) =>
  keys.some((name) => name in params || name in query)
