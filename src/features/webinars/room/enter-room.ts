// Requests a registrant's entry. When all arrive in the same second, some are refused temporarily: those are retried with backoff and
// jitter.
import { callRoom, RoomRefused } from './room-call.ts'
import type { RoomEntry } from './room-types.ts'

/** Error codes of a busy server, and of a restarting one. */
const passing = new Set(['unavailable', 'timeout', 'try_again', 'too_many_requests'])
const maxAttempts = 6
const firstWaitMs = 1000
const maxWaitMs = 10_000

type Options = {
  origin: string
  token: string
  key: string
  /** Whether to stop retrying. */
  isOver?: () => boolean
  wait?: (ms: number) => Promise<unknown>
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Rejects with the last temporary refusal, or with a permanent one. */
export async function enterRoom({
  origin,
  token,
  key,
  isOver = () => false,
  wait = sleep,
}: Options): Promise<RoomEntry> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await callRoom<RoomEntry>('enter-webinar', { token }, { key, origin })
    } catch (error) {
      const isFinal = error instanceof RoomRefused && !passing.has(error.code)
      if (isFinal || attempt === maxAttempts || isOver()) throw error
    }
    await wait(Math.random() * Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs))
    if (isOver()) throw new RoomRefused('left')
  }
}
