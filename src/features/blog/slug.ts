// The last part of a post's address: Hebrew or Latin letters, digits, single hyphens.
import { encodePath } from '#lib/encode-path.ts'
import { memoize } from '#lib/memoize.ts'

const longest = 60

// What stands between words; everything else that is no letter of ours and no digit goes without a trace.
const gaps = /[\s\u05be\u2010-\u2015_/|,.:;–—-]+/g

/** The address that follows from a title; empty when no letter of it can stand in an address. */
export const slugOf = memoize((title: string): string => {
  const letters = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(gaps, '-')
    .replaceAll(/[^a-z0-9א-ת-]/g, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '')
  if (letters.length <= longest) return letters
  // At a whole word, so that nobody reads half of one.
  const cut = letters.slice(0, longest + 1)
  return (cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : cut.slice(0, longest)).replace(/-$/, '')
})

/** How an address that somebody typed or pasted is looked up: composed, small letters, without niqqud. */
export const slugAsked = (typed: string) =>
  typed
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\u0591-\u05c7]/g, '')

export const isSlug = (text: string) => /^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$/.test(text) && text.length <= longest

/** Where a post stands, as in a link. */
export const postPath = (slug: string) => `/blog/${encodePath(slug)}`
