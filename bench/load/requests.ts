// Requests of a load, and their repetition by a client that got no answer.
import { setTimeout as sleep } from 'node:timers/promises'

export type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: object | string }

/** Rejects without an answer, and for an answer that is a failure. */
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

const longestMs = 30_000

/**
 * Repeats a request whose connection was cut, or that a node refused while it stops. Its repetition has to be harmless: `isDone` says that
 * an earlier attempt, whose answer was lost, had succeeded.
 */
export async function insist(origin: string, request: Request, isDone: (status: number) => boolean = () => false) {
  const until = performance.now() + longestMs
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
