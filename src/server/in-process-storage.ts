// File storage for functions, through this process's own storage/v1. Opened after the kernel, which needs the functions first.
import type { Backend } from '#client/backend.ts'
import type { Files } from '#platform/images/images.server.ts'

/** `files` can be passed on at once; calls before `open` are rejected. */
export function inProcessStorage(): { files: Files; open(service: Backend): void } {
  let storage: Backend['storage'] | undefined
  return {
    files: {
      async put({ bucket, key, type }, bytes) {
        if (!storage) throw new Error('The storage is not open yet.')
        // Content under a key never changes, so it can be cached for a year.
        const { error } = await storage.from(bucket).upload(key, bytes, { contentType: type, cacheControl: '31536000' })
        if (error) throw error
      },
    },
    open: (service) => void (storage = service.storage),
  }
}
