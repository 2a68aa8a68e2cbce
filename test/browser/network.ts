// The network of the page: requests are held back, or are lost as on a broken connection.
import { onTestFinished } from 'vitest'

/** Holds the next request whose address contains `part`, which may begin with a method: 'PATCH /rest/v1/tasks'. `sent` resolves when the page sends it; `release` lets it go on, and `answered` resolves with its response. */
export function holdNextRequest(part: string) {
  const sent = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  interceptNext(part, async (send) => {
    sent.resolve()
    await released.promise
    return send().finally(answered.resolve)
  })
  return { sent: sent.promise, release: released.resolve, answered: answered.promise }
}

/** The next request whose address contains `part`, which may begin with a method, does not reach the server. */
export function loseNextRequest(part: string) {
  interceptNext(part, () => Promise.reject(new TypeError('Failed to fetch')))
}

/** The next request whose address contains `part` is answered by the server, and its response does not reach the page. */
export function loseNextResponse(part: string) {
  interceptNext(part, async (send) => {
    await send()
    throw new TypeError('Failed to fetch')
  })
}

/** In place of the next such request the server does `carriedOut`, and its answer is lost. */
export function loseNextAnswer(part: string, carriedOut: () => Promise<void>) {
  interceptNext(part, async () => {
    await carriedOut()
    throw new TypeError('Failed to fetch')
  })
}

/** Until `restore` is called, no request whose address contains `part`, which may begin with a method, reaches the server. */
export const loseRequests = (part: string) => ({
  restore: intercept(part, () => Promise.reject(new TypeError('Failed to fetch'))),
})

function interceptNext(part: string, answer: (send: () => Promise<Response>) => Promise<Response>) {
  const restore = intercept(part, (send) => {
    restore()
    return answer(send)
  })
}

/** Returns what ends it, as the end of the test does. */
function intercept(part: string, answer: (send: () => Promise<Response>) => Promise<Response>) {
  const { fetch: real } = globalThis
  const [path, method] = part.split(' ').toReversed()
  const restore = () => {
    globalThis.fetch = real
  }
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const isOther = !address.includes(path!) || (method !== undefined && (init?.method ?? 'GET') !== method)
    return isOther ? real(input, init) : answer(() => real(input, init))
  }
  onTestFinished(restore)
  return restore
}
