// File storage for functions, through this process's own storage/v1.
import type { Backend } from '#client/backend.ts'
import type { Files } from '#platform/images/images.server.ts'

/** Long enough to start a download. */
const linkSeconds = 60

const isMissing = (error: object) => (error as { statusCode?: string }).statusCode === '404'

/** `service` has the rights of the service role. */
export const inProcessStorage = ({ storage }: Backend): Files => ({
  async put({ bucket, key, type }, bytes) {
    // Content under a key never changes, so it can be cached for a year.
    const { error } = await storage.from(bucket).upload(key, bytes, { contentType: type, cacheControl: '31536000' })
    if (error) throw error
  },
  async remove({ bucket, keys }) {
    const { error } = await storage.from(bucket).remove(keys)
    if (error) throw error
  },
  async read({ bucket, key }) {
    const { data, error } = await storage.from(bucket).download(key)
    if (error && isMissing(error)) return undefined
    if (error) throw error
    return Buffer.from(await data.arrayBuffer())
  },
  async sign({ bucket, key, name, seconds = linkSeconds }) {
    const { data, error } = await storage
      .from(bucket)
      .createSignedUrl(key, seconds, name === undefined ? {} : { download: name })
    if (error && isMissing(error)) return undefined
    if (error) throw error
    const { pathname, search } = new URL(data.signedUrl)
    return pathname + search
  },
})
