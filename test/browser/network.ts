// Control of the page's network: requests are delayed or lost, as on a broken connection.
import { onTestFinished } from 'vitest'

/**
 * Delays the next request whose URL contains `part`, which may begin with a method: 'PATCH /rest/v1/tasks'. `sent` resolves when the page
 * sends it; `release` forwards it, and `answered` resolves with its response.
 */
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

/** Drops the next request whose URL contains `part`, which may begin with a method, before it reaches the server. */
export function loseNextRequest(part: string) {
  interceptNext(part, () => Promise.reject(new TypeError('Failed to fetch')))
}

/** Drops the response to the next request whose URL contains `part`; the server handles the request. */
export function loseNextResponse(part: string) {
  interceptNext(part, async (send) => {
    await send()
    throw new TypeError('Failed to fetch')
  })
}

/** Runs `carriedOut` on the server in place of the next such request, and drops the response. */
export function loseNextAnswer(part: string, carriedOut: () => Promise<void>) {
  interceptNext(part, async () => {
    await carriedOut()
    throw new TypeError('Failed to fetch')
  })
}

/** Drops all requests whose URL contains `part`, which may begin with a method, until `restore` is called. */
export const loseRequests = (part: string) => ({
  restore: intercept(part, () => Promise.reject(new TypeError('Failed to fetch'))),
})

function interceptNext(part: string, answer: (send: () => Promise<Response>) => Promise<Response>) {
  const restore = intercept(part, (send) => {
    restore()
    return answer(send)
  })
}

/**
 * Returns a function that ends the interception; the end of the test ends it, too. Interceptions of one test end in any order: one that
 * ends passes requests on to the earlier ones.
 */
function intercept(part: string, answer: (send: () => Promise<Response>) => Promise<Response>) {
  const { fetch: real } = globalThis
  const [path, method] = part.split(' ').toReversed()
  let isOver = false
  const restore = () => {
    isOver = true
  }
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const isOther = isOver || !address.includes(path!) || (method !== undefined && (init?.method ?? 'GET') !== method)
    return isOther ? real(input, init) : answer(() => real(input, init))
  }
  onTestFinished(() => {
    restore()
    globalThis.fetch = real
  })
  return restore
}
