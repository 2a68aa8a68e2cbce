// One request to a provider. Failures are returned as values, never thrown.
import { retryAfter } from '../retry-after.ts'
import type { Answer } from './gateway.ts'

type Question = { url: string; body: object; headers?: Record<string, string>; timeoutMs: number }

/** Maximum response size: enough for a list of 2,000 deals. */
const maxBytes = 8 * 1024 * 1024

/** Default retry delay for a 429 without Retry-After. */
const busyMs = 60_000

/** Posts JSON. A 4xx response with JSON is returned as a success; the caller interprets it. */
export async function postJson({
  url,
  body,
  headers = {},
  timeoutMs,
}: Question): Promise<Answer<{ status: number; body: unknown }>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = response
    if (status >= 300 && status < 400) {
      await response.body?.cancel()
      return { ok: false, fault: 'redirected', detail: `${status} to another address` }
    }
    if (status === 429) {
      await response.body?.cancel()
      return { ok: false, fault: 'busy', detail: '429', retryAt: retryAfter(response.headers, busyMs) }
    }
    const text = await readText(response)
    if (status >= 500) return { ok: false, fault: 'server_error', detail: String(status) }
    const parsed = text === undefined ? undefined : parse(text)
    return parsed === undefined
      ? { ok: false, fault: 'malformed', detail: `${status} with ${response.headers.get('content-type') ?? 'no type'}` }
      : { ok: true, value: { status, body: parsed } }
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
      ? { ok: false, fault: 'timeout', detail: `no answer within ${timeoutMs} ms` }
      : { ok: false, fault: 'unreachable', detail: causeOf(error) }
  }
}

/** Reads the body; undefined if it exceeds the maximum size. */
async function readText(response: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error code of a failed connection. The message is omitted, because it may contain the URL. */
const causeOf = (error: unknown) => {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return cause?.code ?? name ?? 'unknown'
}
