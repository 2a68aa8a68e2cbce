/** Calls that arrive while one runs share the next one, which begins after all of them. */
export function shareNext<T>(ask: () => Promise<T>): () => Promise<T> {
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
