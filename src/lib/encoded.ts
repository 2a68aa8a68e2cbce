import { remembering } from './remembering.ts'

/** Words as part of an address. Each Hebrew letter becomes six signs there, and a page writes the same few words again and again. */
export const encoded = remembering((words: string) => encodeURIComponent(words))
