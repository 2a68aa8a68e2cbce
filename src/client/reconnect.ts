// When a live connection breaks: up to 5 attempts, after 2, 4, 8, 16 and 32 seconds, then it is over (spec §9).
export const ATTEMPTS = 5
export const FIRST_WAIT_MS = 2_000

type Connection = {
  /** Starts to connect and reports what becomes of it, also later; answers how to let go. */
  join: (report: (status: 'joined' | 'lost') => void) => () => void
  /** Connected again after a failure: something may have been missed meanwhile. */
  onReconnect: () => void
  onGiveUp: () => void
}

/** Keeps a connection up until `stop` is called. */
export function keepJoined({ join, onReconnect, onGiveUp }: Connection): { stop: () => void } {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let leave = () => {}

  function start() {
    let over = false
    const end = join((status) => {
      // A dead connection may go on talking (closing, then closed): only its first word counts.
      if (over) return
      if (status === 'joined') {
        if (failures > 0) onReconnect()
        failures = 0
        return
      }
      over = true
      leave()
      failures += 1
      if (failures > ATTEMPTS) return onGiveUp()
      timer = setTimeout(start, FIRST_WAIT_MS * 2 ** (failures - 1))
    })
    leave = () => {
      over = true
      leave = () => {}
      end()
    }
    if (over) leave()
  }

  start()
  return {
    stop() {
      clearTimeout(timer)
      leave()
    },
  }
}
