// Parses the Retry-After header (RFC 9110): seconds or a date.

/** Maximum delay: a longer one is treated as an error of the provider. */
const maxMs = 86_400_000

export function retryAfter(headers: Headers, defaultMs: number, now = Date.now()): Date {
  const value = headers.get('retry-after')?.trim() ?? ''
  const at = /^\d{1,9}$/.test(value) ? now + Number(value) * 1000 : Date.parse(value)
  const pauseMs = Number.isNaN(at) ? defaultMs : at - now
  return new Date(now + Math.min(Math.max(pauseMs, 0), maxMs))
}
