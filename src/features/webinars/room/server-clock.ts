// The clock of the server, as the browser knows it.

export type ServerClock = { now: () => number; learn: (serverNow: string, askedAt: number) => void }

/** The offset is learned from answers: the server's time was in the middle of the request. The shortest request counts. */
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
