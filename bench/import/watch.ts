// Response times and memory of the server for other users during the import.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Asked = { name: string; ask: () => Promise<Response> }

/** Requests each question about twenty times per second, sequentially, until `stop`. */
export function watch(pid: () => number | undefined, questions: readonly Asked[]) {
  let on = true
  const times = questions.map(() => [] as number[])
  let peakMb = 0
  const memory = setInterval(() => (peakMb = Math.max(peakMb, memoryMb(pid()))), 100)
  const asking = questions.map(async ({ ask }, i) => {
    while (on) {
      const began = performance.now()
      try {
        const answer = await ask()
        await answer.arrayBuffer()
        if (answer.ok) times[i]!.push(performance.now() - began)
      } catch {
        // A request fails while the server restarts after the intended kill.
      }
      await sleep(50)
    }
  })
  return async () => {
    on = false
    clearInterval(memory)
    await Promise.all(asking)
    return { peakMb, answers: questions.map(({ name }, i) => ({ name, ...percentiles(times[i]!) })) }
  }
}

/** Resident memory of a process in megabytes; 0 when it has exited. */
export function memoryMb(pid: number | undefined): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
  } catch {
    return 0
  }
}

function percentiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { n: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}
