// File storage for functions, through this process's own storage/v1.
import type { Backend } from '#client/backend.ts'
import type { Files } from '#platform/images/images.server.ts'

/** `service` has the rights of the service role. */
export const inProcessStorage = ({ storage }: Backend): Files => ({
  async put({ bucket, key, type }, bytes) {
    // Content under a key never changes, so it can be cached for a year.
    const { error } = await storage.from(bucket).upload(key, bytes, { contentType: type, cacheControl: '31536000' })
    if (error) throw error
  },
})
