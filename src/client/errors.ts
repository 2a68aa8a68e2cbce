// Every error of this browser goes through here: filtered, kept in the log, told to the other parts of the app and to the server.
import type { EventBus } from '#lib/event-bus.ts'
import { createBurstFilter } from '#lib/errors/burst-filter.ts'
import { type Category, categoryOf, showsBoundary, traitsOf } from '#lib/errors/categories.ts'
import { createErrorFilter } from '#lib/errors/error-filter.ts'
import { createLogBuffer } from '#lib/errors/log-buffer.ts'
import { withoutPersonalData } from '#lib/errors/without-personal-data.ts'

/** What the server is told. `reference` is what the person reads on the screen and what the server's log can be searched for. */
export type ErrorReport = {
  reference: string
  category: Category
  name: string
  message: string
  stack: string
  /** The address without what was asked or typed in it. */
  path: string
}

type Surroundings = {
  /** The app's; a page of the site has none. */
  events?: Pick<EventBus, 'emit'>
  send: (report: ErrorReport) => void
  /** Gets what a developer should see. */
  warn: (message: string) => void
  path: () => string
  /** In milliseconds; any clock that goes forward. */
  now?: () => number
}

export type Errors = ReturnType<typeof openErrors>

export function openErrors({ events, send, warn, path, now }: Surroundings) {
  const filter = createErrorFilter(now)
  const bursts = createBurstFilter(now)
  const log = createLogBuffer(now)

  const references = new WeakMap<object, string>()

  /** Takes an error in; what is passed over has no reference. */
  function take(error: unknown, source: string) {
    const { category, silence } = filter.take(error)
    const { name, message } = traitsOf(error)
    const isNews = !silence && bursts.isNews(`${category} ${name} ${message}`)
    return { category, reference: isNews ? tell(error, category, source) : undefined }
  }

  function tell(error: unknown, category: Category, source: string) {
    const report = describe(error, category, path())
    const words = `${report.name}: ${report.message}`
    if (log.add('error', words, report.reference)) warn(`${source}: ${words} (${report.reference})`)
    events?.emit(`error.${category}`, { reference: report.reference, name: report.name }, source)
    send(report)
    return report.reference
  }

  return {
    take,
    /**
     * For an error boundary: a reference to show, and whether this kind of error stands in anybody's way. What a person sees the server
     * has to know, even in a burst. The same error keeps its reference.
     */
    caught: (error: unknown) => {
      const known = Object(error) === error ? references.get(error as object) : undefined
      if (known) return { reference: known, shows: showsBoundary(categoryOf(error)) }
      const taken = take(error, 'screen')
      const reference = taken.reference ?? tell(error, taken.category, 'screen')
      if (Object(error) === error) references.set(error as object, reference)
      return { reference, shows: showsBoundary(taken.category) }
    },
    log: log.lines,
    metrics: filter.metrics,
  }
}

function describe(error: unknown, category: Category, path: string): ErrorReport {
  const { name, message } = traitsOf(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return {
    reference: newReference(),
    category,
    name,
    message: withoutPersonalData(message),
    stack: placesOf(stack),
    path: withoutPersonalData(path.split(/[?#]/, 1)[0]!),
  }
}

/** Where it happened: only files of ours, with line and column; the first lines of a stack may hold the message again. */
const placesOf = (stack: string) =>
  [...stack.matchAll(/\/([\w./-]+\.(?:js|tsx?)):(\d+):(\d+)/g)]
    .slice(0, 8)
    .map(([, file, line, column]) => `${file}:${line}:${column}`)
    .join(' ')

/** Letters and digits that are not mistaken for each other when read out over the telephone. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function newReference() {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => alphabet[byte % alphabet.length])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** To where the server listens for errors of browsers. Never fails and waits for nothing: the page may be about to go. */
export function sendToServer(report: ErrorReport) {
  try {
    navigator.sendBeacon('/browser-errors', JSON.stringify(report))
  } catch {
    // A browser that sends nothing has still shown what happened.
  }
}

/** What no screen has caught. */
export function catchTheRest(target: Window, errors: Pick<Errors, 'take'>) {
  target.addEventListener('error', (event) => takeUncaught(event, errors))
  target.addEventListener('unhandledrejection', (event) => takeUncaught(event, errors))
}

/** Takes in the browser's own event. Messages from other windows are not ours to complain about in the console, once they are too many. */
export function takeUncaught(event: ErrorEvent | PromiseRejectionEvent, errors: Pick<Errors, 'take'>) {
  // A picture that does not load is an event of its own kind, without an error.
  if (event.type === 'error' && 'message' in event && event.error === undefined && !event.message) return
  const error: unknown = 'reason' in event ? event.reason : (event.error ?? new Error(event.message))
  const { category, reference } = errors.take(error, 'window')
  if (category === 'postMessage' && !reference) event.preventDefault()
}
