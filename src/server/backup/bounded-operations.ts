// Timeouts for file operations on a hanging share: these operations cannot be cancelled, and each blocks one of the few
// libuv threads.

/** Starts an operation, and rejects at the timeout. `late` receives a result that arrives after it. */
export type Within = <T>(start: () => Promise<T>, late?: (result: T) => void) => Promise<T>

/** While an operation is pending after its timeout, every other one is refused. */
export function boundOperations(limitMs: number): Within {
  let hanging = 0
  const noAnswer = () => new DOMException('The folder of the backups does not answer', 'TimeoutError')
  return async <T>(start: () => Promise<T>, late?: (result: T) => void) => {
    if (hanging > 0) throw noAnswer()
    const operation = start()
    return new Promise<T>((resolve, reject) => {
      let isGivenUp = false
      const timer = setTimeout(() => {
        isGivenUp = true
        hanging++
        reject(noAnswer())
      }, limitMs)
      const end = () => {
        clearTimeout(timer)
        if (isGivenUp) hanging--
      }
      operation.then(
        (result) => {
          end()
          if (isGivenUp) late?.(result)
          else resolve(result)
        },
        (error: Error) => {
          end()
          reject(error)
        },
      )
    })
  }
}
