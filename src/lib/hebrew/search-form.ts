// Normalizes Hebrew for search: the rules of he_norm in the database, for texts longer than a name.
import { unicodeNormalize } from '../unicode-normalize.ts'

const finals: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }

/** Removes vowel points, quotes and case, and maps final letters to regular ones, ₪ to ש״ח, and other symbols to one space. */
export const searchForm = (text: string): string =>
  unicodeNormalize(text)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('₪', ' שח ')
    .replaceAll(/[\p{M}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[ךםןףץ]/g, (letter) => finals[letter]!)
    .replaceAll(/[״׳"'`’“”]/g, '')
    .replaceAll(/[^\p{L}\p{N}@.+]+/gu, ' ')
    .trim()

/**
 * The words of a search text, at most ten. A prefix letter (ה, ו, ב, ל, מ, ש, כ) is stripped if the rest of the word is
 * long enough.
 */
export const searchWords = (query: string): string[] =>
  searchForm(query.slice(0, 200))
    .split(' ')
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => (/^[הובלמשכ].{4,}$/u.test(word) ? word.slice(1) : word))
