import { oneLine } from './hebrew-text.ts'

/**
 * A name for the salutation of an email. Form fields are untrusted and the address may be another person's. Everything that a mail client
 * or template turns into a link is removed.
 */
export const salutationName = (typed: string) => oneLine(typed.replaceAll(/[^\p{L}\p{M}\p{N}\s'"`´’׳״-]/gu, ' '))
