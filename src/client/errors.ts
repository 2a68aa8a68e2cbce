// Central error handling of the browser: filters errors, logs them, and reports them.
import { createBurstFilter } from '#lib/errors/burst-filter.ts'
import { type Category, categoryOf, showsBoundary, traitsOf } from '#lib/errors/categories.ts'
import { createErrorFilter } from '#lib/errors/error-filter.ts'
import { createLogBuffer } from '#lib/errors/log-buffer.ts'
import { redactPersonalData } from '#lib/errors/redact-personal-data.ts'

/** The report to the server. The screen shows `reference`, by which support finds the report in the server's log. */
export type ErrorReport = {
  reference: string
  category: Category
  name: string
  message: string
  stack: string
  /** The URL without its query and fragment. */
  path: string
}

type ErrorsOptions = {
  /** Delivers a report: by an event in the app, by a request on public pages. */
  report: (report: ErrorReport, source: string) => void
  /** Console output for developers. */
  warn: (message: string) => void
  path: () => string
  /** Monotonic clock, in milliseconds. */
  now?: () => number
}

export type Errors = ReturnType<typeof openErrors>

export function openErrors({ report: announce, warn, path, now }: ErrorsOptions) {
  const filter = createErrorFilter(now)
  const bursts = createBurstFilter(now)
  const log = createLogBuffer(now)

  const references = new WeakMap<object, string>()

  /** Records an error; a suppressed one has no reference. */
  function take(error: unknown, source: string) {
    const { category, silence } = filter.take(error)
    const { name, message } = traitsOf(error)
    const isNews = !silence && bursts.isNews(`${category} ${name} ${message}`)
    return { category, reference: isNews ? sendReport(error, category, source) : undefined }
  }

  function sendReport(error: unknown, category: Category, source: string) {
    const report = describe(error, category, path())
    const message = `${report.name}: ${report.message}`
    if (log.add('error', message, report.reference)) warn(`${source}: ${message} (${report.reference})`)
    announce(report, source)
    return report.reference
  }

  return {
    take,
    /**
     * For an error boundary: the reference to show, and whether the error's category shows the boundary. A shown error is always
     * reported, even in a burst. The same error keeps its reference.
     */
    caught: (error: unknown) => {
      const knownReference = Object(error) === error ? references.get(error as object) : undefined
      if (knownReference) return { reference: knownReference, shows: showsBoundary(categoryOf(error)) }
      const taken = take(error, 'screen')
      const reference = taken.reference ?? sendReport(error, taken.category, 'screen')
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
    message: redactPersonalData(message),
    stack: placesOf(stack),
    path: redactPersonalData(path.split(/[?#]/, 1)[0]!),
  }
}

/** The stack without its first lines, which may contain the message: only our own files, with line and column. */
const placesOf = (stack: string) =>
  [...stack.matchAll(/\/([\w./-]+\.(?:js|tsx?)):(\d+):(\d+)/g)]
    .slice(0, 8)
    .map(([, file, line, column]) => `${file}:${line}:${column}`)
    .join(' ')

/** Letters and digits that are unambiguous on the telephone. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function newReference() {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => alphabet[byte % alphabet.length])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** Sends a report by beacon. Never throws and returns at once: the page may be unloading. */
export function sendToServer(report: ErrorReport) {
  try {
    navigator.sendBeacon('/browser-errors', JSON.stringify(report))
  } catch {
    // Best effort: a failed report must not cause another error.
  }
}

/** Global handlers for errors that no boundary caught. */
export function handleUncaughtErrors(target: Window, errors: Pick<Errors, 'take'>) {
  target.addEventListener('error', (event) => recordUncaught(event, errors))
  target.addEventListener('unhandledrejection', (event) => recordUncaught(event, errors))
}

/** Loop notifications, which are harmless: the browser measures again in the next frame. Other ResizeObserver errors are reported. */
const harmless = ['ResizeObserver loop completed with undelivered notifications.', 'ResizeObserver loop limit exceeded']

/** Handles an error event. Beyond the limit, messages from other windows are suppressed in the console. */
export function recordUncaught(event: ErrorEvent | PromiseRejectionEvent, errors: Pick<Errors, 'take'>) {
  // A failed image load is an event without an error.
  if (event.type === 'error' && 'message' in event && event.error === undefined && !event.message) return
  if ('message' in event && harmless.includes(event.message)) return event.preventDefault()
  const error: unknown = 'reason' in event ? event.reason : (event.error ?? new Error(event.message))
  const { category, reference } = errors.take(error, 'window')
  if (category === 'postMessage' && !reference) event.preventDefault()
}
