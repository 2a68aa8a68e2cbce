// URLs with a secret: of an order, an appointment, a receipt, a mailed link, a request for a guide.
import type { PageRequest } from '../../pages.ts'

const keys = ['token', 'order', 'ref', 'receipt', 'r']

/** Whether the URL of the page contains a secret, which no third-party script may read. */
export const isKeyed = ({ params, query }: Pick<PageRequest, 'params' | 'query'>) =>
  keys.some((name) => name in params || name in query)
