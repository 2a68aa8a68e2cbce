// Requests of a load test, with retries by a client that got no response.
import { setTimeout as sleep } from 'node:timers/promises'

export type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: object | string }

/** Rejects without a response, and for an error response. */
export async function send(origin: string, request: Request): Promise<string> {
  const { status, text } = await exchange(origin, request)
  if (status >= 400) throw new Error(`${request.method} ${request.path}: ${status} ${text.slice(0, 200)}`)
  return text
}

async function exchange(origin: string, { method, path, headers, body }: Request) {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'object' ? JSON.stringify(body) : body }),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, text: await answer.text() }
}

const maxMs = 30_000

/**
 * Retries a request whose connection was lost, or that a stopping node refused. The retry has to be idempotent: `isDone` recognises that an
 * earlier attempt, whose response was lost, had succeeded.
 */
export async function requestWithRetry(
  origin: string,
  request: Request,
  isDone: (status: number) => boolean = () => false,
) {
  const until = performance.now() + maxMs
  for (let repeated = 0; ; repeated++) {
    try {
      const { status, text } = await exchange(origin, request)
      if (status < 400 || (repeated > 0 && isDone(status))) return { repeated }
      if (![502, 503, 504].includes(status) || performance.now() > until)
        throw new Refused(`${request.method} ${request.path}: ${status} ${text.slice(0, 200)}`)
    } catch (error) {
      if (error instanceof Refused || performance.now() > until) throw error
    }
    await sleep(100)
  }
}

class Refused extends Error {}
