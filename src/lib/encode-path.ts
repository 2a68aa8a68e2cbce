import { memoize } from './memoize.ts'

/** encodeURIComponent, memoized: a Hebrew letter becomes six characters, and a page encodes the same few words repeatedly. */
export const encodePath = memoize((text: string) => encodeURIComponent(text))
