// Detects whether the server is reachable, by the results of the app's own requests.

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
const CHECK_LIMIT_MS = 5_000

export type NetworkState = 'reachable' | 'unreachable' | 'checking'
export type NetworkStatus = ReturnType<typeof openNetworkStatus>

/**
 * Watches the requests sent through `fetch`. A request without a response starts a check of `/health`: one blocked request is not a lost
 * connection. While the server is unreachable the check is repeated after 2, 4, 8, 16 and then every 30 seconds.
 */
export function openNetworkStatus(send: typeof fetch = (...request) => fetch(...request)) {
  let state: NetworkState = 'reachable'
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let check: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function change(next: NetworkState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function succeed() {
    clearTimeout(timer)
    failures = 0
    change('reachable')
  }

  function fail() {
    change('unreachable')
    clearTimeout(timer)
    timer = setTimeout(() => void retry(), Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS))
    failures += 1
  }

  /** Checks now. */
  function retry(): Promise<void> {
    if (state === 'unreachable') change('checking')
    check ??= send('/health', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_LIMIT_MS) })
      .then(succeed, fail)
      .finally(() => (check = undefined))
    return check
  }

  const onBrowserChange = () => void retry()
  addEventListener('online', onBrowserChange)
  addEventListener('offline', onBrowserChange)

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    retry,
    close() {
      clearTimeout(timer)
      removeEventListener('online', onBrowserChange)
      removeEventListener('offline', onBrowserChange)
    },
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      try {
        const response = await send(input, init)
        if (state !== 'reachable') succeed()
        return response
      } catch (error) {
        // An aborted request (a DOMException) is not a network failure.
        if (error instanceof TypeError) void retry()
        throw error
      }
    },
  }
}
