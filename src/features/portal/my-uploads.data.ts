// Uploads of a client; a separate module, because the portal's first screen does not need them.
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { addFile } from '#platform/files/files.data.ts'
import { createUploads } from '#platform/files/uploads.ts'
import { filesKey } from './portal.data.ts'
import type { SharedWith } from './portal.ts'

/** The client's upload queue; resolves when all of the files were attempted. */
export function useAddMyFiles(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const [uploads] = useState(createUploads)
  return {
    ...useSyncExternalStore(uploads.subscribe, uploads.read),
    /** `bind` sets the purpose of each row, before the upload. */
    async add(files: readonly File[], sharedWith: SharedWith, bind?: (id: string) => Promise<void>) {
      await uploads.add(files, async (file) => void (await addFile(backend, { contactId, sharedWith }, file, bind)))
      await queries.invalidateQueries({ queryKey: filesKey })
      return uploads.read()
    },
  }
}
