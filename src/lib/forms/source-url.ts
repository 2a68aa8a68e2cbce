// The address of the page that a form was sent from, as it is stored.
import { plainText } from '../hebrew/hebrew-text.ts'
import { z } from '../schema.ts'
import { optional } from './visitor-fields.ts'

/** Query parameters of personal links: a key grants access, so no stored address has it. */
const keyParameters = ['k', 'r', 'i', 'preview'] as const

const keysInQuery = new RegExp(`(?<=[?&])(?:${keyParameters.join('|')})=[^&#]*(?:&|(?=#|$))`, 'g')

/** An address without the keys that grant access. */
export const withoutKeys = (url: string) =>
  url
    .replace(/\/continue\/[\w-]{32}/, '')
    .replace(keysInQuery, '')
    .replace(/[?&](?=#|$)/, '')

/** Sent by the form of a page; of no use to decide anything. */
export const SourceUrl = optional(
  z
    .string('הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב')
    .transform((url) => withoutKeys(plainText(url)).slice(0, 500)),
)
