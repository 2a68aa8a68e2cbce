// Frame timing and main-thread time of an interaction.
import type { Browser, Page } from '@playwright/test'

/** Milliseconds each. A gap is the time between two frames; a task is an uninterrupted run of the page's main thread. */
export type Cost = {
  gaps: number[]
  /** Long frames as reported by the browser: 50 ms or more, whatever the cause. */
  longFrames: number[]
  tasks: number[]
  /** The same tasks in CPU time, which excludes other processes. */
  taskProcessor: number[]
  layouts: number[]
  largestLayout: number
}

type TraceEvent = {
  name: string
  ph: string
  tid: number
  pid: number
  dur?: number
  tdur?: number
  args: { name?: string; beginData?: { dirtyObjects?: number } }
}

/** Runs `work` on the page and measures its cost. */
export async function costOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<Cost> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await page.evaluate(watchFrames)
  await work()
  const { gaps, longFrames } = await page.evaluate(seenFrames)
  const trace = await browser.stopTracing()
  return { gaps, longFrames, ...heldBy(JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }) }
}

type Watch = { gaps: number[]; longFrames: number[]; stop: () => void }
declare global {
  var watch: Watch
}

function watchFrames() {
  const gaps: number[] = []
  const longFrames: number[] = []
  let last = 0
  let frame = requestAnimationFrame(function tick(now) {
    if (last) gaps.push(now - last)
    last = now
    frame = requestAnimationFrame(tick)
  })
  const observer = new PerformanceObserver((list) => longFrames.push(...list.getEntries().map((one) => one.duration)))
  observer.observe({ type: 'long-animation-frame' })
  const stop = () => {
    cancelAnimationFrame(frame)
    longFrames.push(...observer.takeRecords().map((one) => one.duration))
    observer.disconnect()
  }
  globalThis.watch = { gaps, longFrames, stop }
}

function seenFrames() {
  const { gaps, longFrames, stop } = globalThis.watch
  stop()
  return { gaps, longFrames }
}

/** Only events of the page's main thread, identified by its layouts. */
function heldBy({ traceEvents }: { traceEvents: TraceEvent[] }) {
  const layouts = traceEvents.filter(({ name, dur }) => name === 'Layout' && dur !== undefined)
  const threads = Map.groupBy(layouts, ({ pid, tid }) => `${pid} ${tid}`)
  const [own] = [...threads].toSorted(([, one], [, other]) => other.length - one.length)
  const tasks = traceEvents.filter(
    ({ name, pid, tid, dur }) =>
      name === 'ThreadControllerImpl::RunTask' && dur !== undefined && `${pid} ${tid}` === own?.[0],
  )
  const milliseconds = (microseconds: number | undefined) => (microseconds ?? 0) / 1000
  return {
    tasks: tasks.map(({ dur }) => milliseconds(dur)),
    taskProcessor: tasks.map(({ dur, tdur }) => milliseconds(tdur ?? dur)),
    layouts: layouts.map(({ dur }) => milliseconds(dur)),
    largestLayout: Math.max(0, ...layouts.map(({ args }) => args.beginData?.dirtyObjects ?? 0)),
  }
}
