// Valid names of buckets and objects. Letters of any script are allowed; path traversal and invisible characters are not.
import { unicodeNormalize } from '#lib/unicode-normalize.ts'
import { invalidBucketName, invalidKey } from './errors.ts'

// Allowed besides letters, digits and marks: Hebrew punctuation, and the characters that upstream allows.
const allowedInKey = /^[\p{L}\p{N}\p{M}\u05BE\u05F3\u05F4_/!.*'() &$=@;:+,?-]+$/u
// Invisible letters and marks are refused, because two different keys would look equal.
const invisible = /\p{Default_Ignorable_Code_Point}/u
const maxKeyBytes = 1024
const maxBucketNameLength = 100

/** The key in canonical form (NFC). Throws for an invalid key. */
export function readKey(raw: string): string {
  const key = unicodeNormalize(raw)
  const segments = key.split('/')
  const isPath = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  if (!isPath || !isWritten(key) || Buffer.byteLength(key) > maxKeyBytes) throw invalidKey(raw.slice(0, 200))
  return key
}

const isWritten = (text: string) => allowedInKey.test(text) && !invisible.test(text)

/** A folder as a key prefix: empty, or ending with a slash. */
export function readPrefix(raw: string): string {
  const folder = unicodeNormalize(raw).replace(/^\/+|\/+$/g, '')
  return folder === '' ? '' : `${folder}/`
}

/** The exclusive upper bound of all keys with this prefix, in byte order, for an index range scan. */
export const prefixUpperBound = (start: string) => `${start}\u{10ffff}`

export function readBucketName(raw: string): string {
  const name = unicodeNormalize(raw)
  const isName =
    name.trim() === name && name.length <= maxBucketNameLength && !name.includes('/') && name !== '.' && name !== '..'
  if (!isName || !isWritten(name)) throw invalidBucketName()
  return name
}
