// Sequential upload queue. Files can be added while others are uploading.

export type FailedUpload = { name: string; error: unknown }
type Uploads = { waiting: number; failures: readonly FailedUpload[] }
type Send = (file: File) => Promise<void>

/** Creates a queue per file list. `read` returns the number of pending files and the failures since the queue was last idle. */
export function createUploads() {
  let now: Uploads = { waiting: 0, failures: [] }
  let last: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  function become(next: Uploads) {
    now = next
    for (const listener of listeners) listener()
  }
  async function sendOne(file: File, send: Send) {
    const failed = await send(file).then(
      () => [],
      (error: unknown) => [{ name: file.name, error }],
    )
    const others = now.failures.filter(({ name }) => name !== file.name)
    become({ waiting: now.waiting - 1, failures: [...others, ...failed] })
  }

  return {
    /** Resolves after each of these files was uploaded or failed. */
    add(files: readonly File[], send: Send): Promise<void> {
      become({ waiting: now.waiting + files.length, failures: now.waiting > 0 ? now.failures : [] })
      for (const file of files) last = last.then(() => sendOne(file, send))
      return last
    },
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
