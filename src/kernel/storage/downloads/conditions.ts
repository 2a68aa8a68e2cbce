// Conditional and range requests (RFC 9110, sections 13 and 14).
import type { IncomingHttpHeaders } from 'node:http'
import { invalidRange, preconditionFailed } from '../errors.ts'

export type Version = { etag: string; lastModified: string }

/** True when the client's cached copy is current. Throws when a precondition requires another version. */
export function isNotModified(headers: IncomingHttpHeaders, version: Version): boolean {
  const modified = seconds(version.lastModified)
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (!names(ifMatch, version.etag, 'strong')) throw preconditionFailed()
  } else if (modified > seconds(headers['if-unmodified-since'])) throw preconditionFailed()

  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, version.etag, 'weak')
  return modified <= seconds(headers['if-modified-since'])
}

function names(tags: string, etag: string, comparison: 'strong' | 'weak') {
  const listedTags = tags.split(',').map((tag) => (comparison === 'weak' ? tag.trim().replace(/^W\//, '') : tag.trim()))
  return tags.trim() === '*' || listedTags.includes(etag)
}

/** NaN for an invalid date: every comparison with it is false. */
const seconds = (date: string | undefined) => Math.floor(Date.parse(date ?? '') / 1000)

/**
 * One byte range. Undefined means the whole file: for If-Range with another version, several ranges, and a malformed range.
 * Throws when the range lies outside the file.
 */
export function readRange(headers: IncomingHttpHeaders, size: number, version: Version) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '')
  if (!match || !isOf(headers['if-range'], version)) return undefined
  const [first, last] = [match[1]!, match[2]!]
  if (first === '' && last === '') return undefined
  if (first === '') {
    if (Number(last) === 0 || size === 0) throw invalidRange()
    return { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) throw invalidRange()
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

const isOf = (ifRange: string | string[] | undefined, { etag, lastModified }: Version) =>
  ifRange === undefined || ifRange === etag || seconds(String(ifRange)) === seconds(lastModified)
