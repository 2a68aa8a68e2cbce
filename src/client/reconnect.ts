// Reconnects a broken live connection: up to 5 attempts, after 2, 4, 8, 16 and 32 seconds (spec §9).
export const ATTEMPTS = 5
export const FIRST_WAIT_MS = 2_000

type Connection = {
  /** Starts to connect, and reports each change of the status. Returns a function that disconnects. */
  join: (report: (status: 'joined' | 'lost') => void) => () => void
  /** Called when the connection is restored after a failure: changes in between were missed. */
  onReconnect: () => void
  onGiveUp: () => void
}

/**
 * Keeps a connection up until `stop` is called. After all attempts failed, it is retried when the network returns,
 * when the tab becomes visible, and by `retry`.
 */
export function maintainConnection({ join, onReconnect, onGiveUp }: Connection): {
  stop: () => void
  retry: () => void
} {
  let failures = 0
  let hasMissed = false
  let isGivenUp = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let leave = () => {}
  const stopWatching = onReturn(retry)

  function start() {
    let over = false
    const end = join((status) => {
      // A dead connection may report several times (closing, then closed): only the first report counts.
      if (over) return
      if (status === 'joined') {
        if (hasMissed) onReconnect()
        failures = 0
        hasMissed = false
        return
      }
      over = true
      leave()
      failures += 1
      hasMissed = true
      if (failures > ATTEMPTS) {
        isGivenUp = true
        return onGiveUp()
      }
      timer = setTimeout(start, FIRST_WAIT_MS * 2 ** (failures - 1))
    })
    leave = () => {
      over = true
      leave = () => {}
      end()
    }
    if (over) leave()
  }

  function retry() {
    if (!isGivenUp) return
    isGivenUp = false
    failures = 0
    start()
  }

  start()
  return {
    retry,
    stop() {
      stopWatching()
      isGivenUp = false
      clearTimeout(timer)
      leave()
    },
  }
}

/** Calls back when the network returns and when the tab becomes visible. Outside of a browser: never. */
function onReturn(callback: () => void) {
  if (typeof document === 'undefined') return () => {}
  const onVisible = () => document.visibilityState === 'visible' && callback()
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('online', callback)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('online', callback)
  }
}
