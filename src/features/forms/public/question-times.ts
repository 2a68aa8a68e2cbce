// Measures the active seconds per question in the browser. The time of an answer starts at the previous answer.

/** An idle gap counts up to this limit: the visitor was probably away. */
export const maxPauseMs = 60_000

export type QuestionSeconds = Record<string, number>

/** `before`: seconds measured earlier for this submission on the device. */
export function createQuestionTimes(now: () => number, before: QuestionSeconds = {}) {
  const spent = new Map(Object.entries(before).map(([key, seconds]) => [key, seconds * 1000]))
  /** Visible time since the last answer: the time before the page was hidden, and when it became visible again. */
  let seenMs = 0
  let since: number | undefined = now()
  let latest: string | undefined

  function consumeGap(): number {
    const gap = seenMs + (since === undefined ? 0 : now() - since)
    seenMs = 0
    if (since !== undefined) since = now()
    return Math.min(gap, maxPauseMs)
  }
  const add = (key: string, ms: number) => void spent.set(key, (spent.get(key) ?? 0) + ms)

  return {
    answered(key: string) {
      add(key, consumeGap())
      latest = key
    },
    /** Leaving a step adds its remaining time to its latest answer, or to its only question. */
    left(questions: readonly string[]) {
      const gap = consumeGap()
      const key = latest !== undefined && questions.includes(latest) ? latest : questions.length === 1 ? questions[0] : undefined // prettier-ignore
      if (key !== undefined) add(key, gap)
      latest = undefined
    },
    hidden() {
      if (since === undefined) return
      seenMs += now() - since
      since = undefined
    },
    shown() {
      since ??= now()
    },
    /** In tenths of a second, at most an hour. */
    seconds: (): QuestionSeconds =>
      Object.fromEntries([...spent].map(([key, ms]) => [key, Math.min(3600, Math.round(ms / 100) / 10)])),
  }
}
