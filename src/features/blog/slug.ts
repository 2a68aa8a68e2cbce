// Slugs of posts: Hebrew or Latin letters, digits, single hyphens.
import { encodePath } from '#lib/encode-path.ts'
import { memoize } from '#lib/memoize.ts'

const maxLength = 60

// Characters replaced by a hyphen; every other character that is no letter or digit is removed.
const gaps = /[\s\u05be\u2010-\u2015_/|,.:;–—-]+/g

/** Slug derived from a title; empty if no character of the title is allowed in a slug. */
export const slugOf = memoize((title: string): string => {
  const letters = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(gaps, '-')
    .replaceAll(/[^a-z0-9א-ת-]/g, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '')
  if (letters.length <= maxLength) return letters
  // Cut at a word boundary.
  const cut = letters.slice(0, maxLength + 1)
  return (cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : cut.slice(0, maxLength)).replace(/-$/, '')
})

/** Normalises a requested slug for lookup: Unicode composed, lower case, without niqqud. */
export const normalizeSlug = (typed: string) =>
  typed
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\u0591-\u05c7]/g, '')

export const isSlug = (text: string) => /^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$/.test(text) && text.length <= maxLength

/** Path of a post, percent-encoded. */
export const postPath = (slug: string) => `/blog/${encodePath(slug)}`
