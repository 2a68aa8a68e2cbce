// The stored URL of the page from which a form was sent.
import { plainText } from '../hebrew/hebrew-text.ts'
import { z } from '../schema.ts'
import { optional } from './visitor-fields.ts'

/** Query parameters of personal links. They hold keys that grant access, so they are not stored. */
const keyParameters = ['k', 'r', 'i', 'preview'] as const

const keysInQuery = new RegExp(`(?<=[?&])(?:${keyParameters.join('|')})=[^&#]*(?:&|(?=#|$))`, 'g')

/** Removes the keys that grant access from a URL. */
export const withoutKeys = (url: string) =>
  url
    .replace(/\/continue\/[\w-]{32}/, '')
    .replace(keysInQuery, '')
    .replace(/[?&](?=#|$)/, '')

/** Untrusted input: the form sends the URL, so no decision may depend on it. */
export const SourceUrl = optional(
  z
    .string('הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב')
    .transform((url) => withoutKeys(plainText(url)).slice(0, 500)),
)
