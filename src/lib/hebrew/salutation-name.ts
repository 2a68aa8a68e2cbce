import { oneLine } from './hebrew-text.ts'

/**
 * A name for the salutation of an email. Removes all text that a mail client or template turns into a link, because
 * form fields are untrusted, and the email may belong to a third party.
 */
export const salutationName = (typed: string) => oneLine(typed.replaceAll(/[^\p{L}\p{M}\p{N}\s'"`´’׳״-]/gu, ' '))
