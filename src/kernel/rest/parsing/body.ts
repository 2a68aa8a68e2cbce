// Request bodies with rows. JSON is passed to the database unparsed; only the column names are read here.
import { invalidBody } from '../errors/rest-error.ts'
import { parseCsv } from './csv.ts'
import { bareType } from './media-type.ts'
import { refuseTooManyParts } from './body-limits.ts'

export type Payload = {
  /** JSON: one object or an array of objects. */
  text: string
  isArray: boolean
  rows: number
  /** Keys of the first object; the others have the same ones unless `isUneven`. */
  names: string[]
  isUneven: boolean
}

export function parsePayload(text: string | undefined, contentType: string | undefined): Payload {
  const type = contentType === undefined ? 'application/json' : bareType(contentType)
  if (type === 'application/json') return parseJson(text ?? '')
  if (type === 'application/x-www-form-urlencoded') return payloadOf(parseForm(text ?? ''))
  if (type === 'text/csv') return payloadOf(parseCsv(text ?? ''))
  throw invalidBody(`Content-Type not acceptable: ${type}`)
}

const maxFields = 2000

/** All values of a form field in order. A variadic argument receives all of them, any other only the last. */
export function parseFields(text: string): [name: string, value: string][] {
  // No table or function has this many names, and reading them would block the event loop for seconds.
  if (text.split('&', maxFields + 1).length > maxFields) throw invalidBody('Too many fields')
  return [...new URLSearchParams(text)]
}

const parseForm = (text: string) => Object.fromEntries(parseFields(text))

function parseJson(text: string): Payload {
  if (text.trim() === '' || isTooDeep(text)) throw invalidBody('Empty or invalid json')
  refuseTooManyParts(countParts(text))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
  return { text, ...describe(value) }
}

const payloadOf = (value: object) => ({ text: JSON.stringify(value), ...describe(value) })

/** PostgreSQL's JSON parser recurses once per level and fails at a few thousand levels. */
const maxDepth = 1000

/** Whether brackets are nested deeper than PostgreSQL can parse. Scans characters: a regular expression would overflow the stack. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === quote) at = endOfString(text, at)
    else if (letter === openBracket || letter === openBrace) {
      if (++depth > maxDepth) return true
    } else if (letter === closeBracket || letter === closeBrace) depth--
  }
  return false
}

/** Counts the parts of a JSON text: brackets, and keys with their values. */
function countParts(text: string): number {
  let parts = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === quote) at = endOfString(text, at)
    else if (letter === openBracket || letter === openBrace || letter === colon) parts++
  }
  return parts
}

const colon = 58

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [34, 92, 91, 93, 123, 125]

function endOfString(text: string, start: number) {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

function describe(value: unknown) {
  const isArray = Array.isArray(value)
  const objects: unknown[] = isArray ? value : [value]
  if (!objects.every(isObject)) throw invalidBody('Empty or invalid json')
  const names = objects[0] ? Object.keys(objects[0]) : []
  if (names.length > maxFields) throw invalidBody('Too many fields')
  const known = new Set(names)
  const isUneven = objects.some((object) => {
    const keys = Object.keys(object)
    return keys.length !== known.size || !keys.every((key) => known.has(key))
  })
  return { isArray, rows: objects.length, names, isUneven }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
