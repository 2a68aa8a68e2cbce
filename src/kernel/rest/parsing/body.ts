// The rows that a request brings. The text itself goes to the database; here only the names of the columns are read.
import { invalidBody } from '../rest-error.ts'

export type Payload = {
  /** JSON: one object or an array of objects. */
  text: string
  isArray: boolean
  rows: number
  /** The names in the first object; the others have the same ones unless `isUneven`. */
  names: string[]
  isUneven: boolean
}

const mostFields = 2000

export function parsePayload(text: string | undefined, contentType: string | undefined): Payload {
  if (contentType?.startsWith('application/x-www-form-urlencoded')) {
    // No table and no function has so many names; only to read them would take many seconds.
    if (text && text.split('&', mostFields + 1).length > mostFields) throw invalidBody('Too many fields')
    return payloadOf(Object.fromEntries(new URLSearchParams(text ?? '')))
  }
  return readPayload(text ?? '')
}

function readPayload(text: string): Payload {
  if (text.trim() === '') throw invalidBody('Empty or invalid json')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
  const payload = describe(value)
  return { text, ...payload }
}

const payloadOf = (value: Record<string, string>): Payload => ({ text: JSON.stringify(value), ...describe(value) })

function describe(value: unknown) {
  const isArray = Array.isArray(value)
  const objects: unknown[] = isArray ? value : [value]
  if (!objects.every(isObject)) throw invalidBody('Empty or invalid json')
  const names = objects[0] ? Object.keys(objects[0]) : []
  const known = new Set(names)
  const isUneven = objects.some((object) => {
    const keys = Object.keys(object)
    return keys.length !== known.size || !keys.every((key) => known.has(key))
  })
  return { isArray, rows: objects.length, names, isUneven }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
