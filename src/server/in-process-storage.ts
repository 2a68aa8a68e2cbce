// Where functions put files: the storage of this very process, which stands on the functions' own kernel. So it is opened after it.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Files } from '#features/images/images.server.ts'

/** `files` may be handed out at once; whoever puts something there before `open` is refused. */
export function inProcessStorage(): { files: Files; open(service: SupabaseClient): void } {
  let storage: SupabaseClient['storage'] | undefined
  return {
    files: {
      async put({ bucket, key, type }, bytes) {
        if (!storage) throw new Error('The storage is not open yet.')
        // What lies under a key never changes, so whoever has it may keep it.
        const { error } = await storage.from(bucket).upload(key, bytes, { contentType: type, cacheControl: '31536000' })
        if (error) throw error
      },
    },
    open: (service) => void (storage = service.storage),
  }
}
