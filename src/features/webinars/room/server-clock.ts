// The browser's estimate of the server clock.

export type ServerClock = { now: () => number; learn: (serverNow: string, askedAt: number) => void }

/** The offset is estimated from responses: the server's time is assumed to be the middle of the request. The shortest request is used. */
export function createServerClock(first: string, local: () => number = Date.now): ServerClock {
  let offset = Date.parse(first) - local()
  let shortest = Infinity
  return {
    now: () => local() + offset,
    learn(serverNow, askedAt) {
      const took = local() - askedAt
      if (took > shortest) return
      shortest = took
      offset = Date.parse(serverNow) - (askedAt + took / 2)
    },
  }
}

/** Seconds of a broadcast that started at an instant. */
export const secondOf = (startedAt: string, now: number) => Math.max(0, (now - Date.parse(startedAt)) / 1000)
