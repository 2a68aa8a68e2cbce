/** Coalesces concurrent calls: calls that arrive during a run share the next run, which starts after they were made. */
export function coalesceCalls<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  function call(): Promise<T> {
    if (!running) return (running = ask().finally(() => (running = undefined)))
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return call()
      })
    return next
  }
  return call
}
