import { remembering } from './memoize.ts'

/** encodeURIComponent, memoized: a Hebrew letter becomes six characters, and a page encodes the same few words repeatedly. */
export const encoded = remembering((words: string) => encodeURIComponent(words))
