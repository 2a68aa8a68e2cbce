import { oneLine } from './hebrew-text.ts'

/**
 * A name as a mail may call somebody by it. Whoever fills in a form may type anything beside anybody's address, so nothing stays in it
 * of which a mail program, or a letter of ours, would make a link.
 */
export const spokenName = (typed: string) => oneLine(typed.replaceAll(/[^\p{L}\p{M}\p{N}\s'"`´’׳״-]/gu, ' '))
