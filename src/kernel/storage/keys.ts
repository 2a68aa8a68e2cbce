// What buckets and objects may be called. Letters of any language are welcome; nothing that could mean another place or hide itself is.
import { normalForm } from '#lib/normal-form.ts'
import { invalidBucketName, invalidKey } from './errors.ts'

// Beside letters, digits and marks: Hebrew's own hyphen and quotes, and the signs the original allows.
const allowedInKey = /^[\p{L}\p{N}\p{M}\u05BE\u05F3\u05F4_/!.*'() &$=@;:+,?-]+$/u
// Letters and marks that show nothing: two keys would look the same.
const invisible = /\p{Default_Ignorable_Code_Point}/u
const longestKeyBytes = 1024
const longestBucketName = 100

/** The key in its one form (NFC). Throws when it cannot be a key. */
export function readKey(raw: string): string {
  const key = normalForm(raw)
  const segments = key.split('/')
  const isPath = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  if (!isPath || !isWritten(key) || Buffer.byteLength(key) > longestKeyBytes) throw invalidKey(raw.slice(0, 200))
  return key
}

const isWritten = (text: string) => allowedInKey.test(text) && !invisible.test(text)

/** A folder as the start of keys: empty, or ending with a slash. */
export function readPrefix(raw: string): string {
  const folder = normalForm(raw).replace(/^\/+|\/+$/g, '')
  return folder === '' ? '' : `${folder}/`
}

/** What no key with this start reaches, by bytes: together they are the bounds of one stretch of the index. */
export const beyond = (start: string) => `${start}\u{10ffff}`

export function readBucketName(raw: string): string {
  const name = normalForm(raw)
  const isName =
    name.trim() === name && name.length <= longestBucketName && !name.includes('/') && name !== '.' && name !== '..'
  if (!isName || !isWritten(name)) throw invalidBucketName()
  return name
}
