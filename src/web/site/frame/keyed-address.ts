// Addresses that are keys: of an order, an appointment, a receipt, a mailed link, a request for a guide, a personal link, an invitation.
import type { PageRequest } from '../../pages.ts'

const keys = ['token', 'order', 'ref', 'receipt', 'r', 'k', 'preview']
/** The fields of a form that was refused: its page shows them, and its URL may have no key. */
const fields = [...keys, 'link']
/** Their key is in the query, which they read themselves; a password is entered there. */
const invitations = /^\/(setup|auth\/join|client-invitation\/.*)$/

type Asked = Pick<PageRequest, 'params' | 'query'> & Partial<Pick<PageRequest, 'path' | 'form'>>

/** Whether the address of the page opens something private. No script of a third party may read it. */
export function isKeyed({ path = '', params, query, form }: Asked) {
  const { values } = Object(form) as { values?: object }
  return (
    invitations.test(path) ||
    keys.some((name) => name in params || name in query) ||
    fields.some((name) => values !== undefined && name in values)
  )
}
