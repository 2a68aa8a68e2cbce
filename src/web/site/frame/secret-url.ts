// URLs that contain a secret, such as the token of an order, an appointment, a mailed link or an invitation.
import type { PageRequest } from '../../pages.ts'

const secretParams = ['token', 'order', 'ref', 'receipt', 'r', 'k', 'preview']
/** Fields of a rejected form: its page contains them, even if its URL has no token. */
const secretFields = [...secretParams, 'link']
/** Pages that read the token from the query themselves, and where a password is entered. */
const invitations = /^\/(setup|auth\/join|client-invitation\/.*)$/

type UrlParts = Pick<PageRequest, 'params' | 'query'> & Partial<Pick<PageRequest, 'path' | 'form'>>

/** Whether the URL grants access to private data. Pages with such a URL have no third-party scripts. */
export function hasSecretUrl({ path = '', params, query, form }: UrlParts) {
  const { values } = Object(form) as { values?: object }
  return (
    invitations.test(path) ||
    secretParams.some((name) => name in params || name in query) ||
    secretFields.some((name) => values !== undefined && name in values)
  )
}
