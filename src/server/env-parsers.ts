// Zod parsers of environment variables: numbers, durations, lists, booleans, URLs.
import { isIP } from 'node:net'
import { z } from 'zod'

/** An integer within bounds. The error message names them. */
export const integerWithin = (min: number, max: number, fallback: number) => {
  const message = `has to be a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message).default(fallback)
}
/** A duration in upstream's format: 60s, 15m, 24h. */
export const seconds = (min: number, max: number, fallback: number) =>
  z.preprocess(inSeconds, integerWithin(min, max, fallback))
/** An optional duration; 0 means unset. */
export const secondsIfAny = (max: number) => seconds(0, max, 0).transform((length) => length || undefined)

const units = { s: 1, m: 60, h: 3600 }
function inSeconds(value: unknown) {
  const [, number, unit = 's'] = (typeof value === 'string' && /^(\d+)([smh])?$/.exec(value)) || []
  return number === undefined ? value : Number(number) * units[unit as keyof typeof units]
}
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
/** `name=value,other=value`, as OpenTelemetry writes headers; values may be percent-encoded. */
export const headerList = z.string().transform((text, issues): Record<string, string> => {
  const entries = text.split(',').map((entry) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(entry))
  try {
    return Object.fromEntries(entries.map((found) => [found![1]!, decodeURIComponent(found![2]!)]))
  } catch {
    // The error omits the value, which may contain a key.
    issues.addIssue('has to be like authorization=Bearer%20KEY,x-tenant=name')
    return z.NEVER
  }
})
/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`. */
export const isDnsServer = (text: string) =>
  isIP(text) !== 0 || isIP(/^\[?([^\]]+?)\]?:\d{1,5}$/.exec(text)?.[1] ?? '') !== 0
/** `127.0.0.1:3310`, `clamd:3310` or `[::1]:3310`. */
export const hostAndPort = z.string().transform((text, issues): { host: string; port: number } => {
  const [, host, port] = /^(\[[0-9a-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(text.trim()) ?? []
  if (host && Number(port) > 0 && Number(port) < 65_536)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  issues.addIssue('has to be a host and a port, like 127.0.0.1:3310')
  return z.NEVER
})
export const flag = z
  .enum(['true', 'false', '1', '0'], 'has to be true or false')
  .transform((word) => word === 'true' || word === '1')
export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'has to be an address like https://example.co.il',
  abort: true,
})
/** A base URL, without query, hash and trailing slash. */
export const address = webAddress
  .refine((url) => new URL(url).search === '' && new URL(url).hash === '', 'must not carry ? or #')
  .transform((url) => url.replace(/\/+$/, ''))

/** Whether secrets may be sent to this URL: https, or this machine. */
export function isSafeAddress(url: string) {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
