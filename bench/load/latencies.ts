// Load on a server: at a fixed rate, regardless of pending responses, or by clients that wait for each response.
import { setTimeout as sleep } from 'node:timers/promises'

/** Rejects if the response is an error. */
export type Ask = (n: number) => Promise<unknown>

export type Latencies = { answers: number; failed: string[]; p50: number; p99: number }

/** Waits for all responses. */
export async function atRate(ask: Ask, { perSecond, seconds }: { perSecond: number; seconds: number }) {
  const recorder = openRecorder()
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()))
    running.push(recorder.time(() => ask(n)))
  }
  await Promise.all(running)
  return recorder.latencies()
}

/** Throughput in requests per second of this many clients. */
export async function throughput(ask: Ask, { clients, seconds }: { clients: number; seconds: number }) {
  const recorder = openRecorder()
  const startedAt = performance.now()
  let n = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - startedAt < seconds * 1000) await recorder.time(() => ask(n++))
    }),
  )
  const { answers, failed } = recorder.latencies()
  return { perSecond: (1000 * answers) / (performance.now() - startedAt), failed }
}

export function openRecorder() {
  const delays: number[] = []
  const failed: string[] = []
  return {
    /** A failed request has no latency. */
    async time(ask: () => Promise<unknown>) {
      const startedAt = performance.now()
      await ask().then(
        () => delays.push(performance.now() - startedAt),
        (error: unknown) => failed.push(String(error)),
      )
    },
    latencies(): Latencies {
      const inOrder = delays.toSorted((one, other) => one - other)
      const at = (share: number) => inOrder[Math.floor(inOrder.length * share)] ?? NaN
      return { answers: inOrder.length, failed, p50: at(0.5), p99: at(0.99) }
    },
  }
}
