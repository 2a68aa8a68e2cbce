// Files chosen for a message. They are uploaded when the message is sent; a retry does not upload a file again.
import { useState } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { addFile } from '#platform/files/files.data.ts'
import { fileRefusal } from '#platform/files/files.ts'
import type { FailedUpload } from '#platform/files/uploads.ts'
import type { ThreadOf } from './inbox.data.ts'
import { maxMessageFiles } from './message-rules.ts'

export type Attachment = { key: string; file: File; fileId?: string }

export function useAttachments({ contactId }: ThreadOf, threadId: string) {
  const backend = useBackend()
  const [list, setList] = useState<readonly Attachment[]>([])
  const [failures, setFailures] = useState<readonly FailedUpload[]>([])

  function add(files: readonly File[]) {
    const refused = files.flatMap((file) => refusalOf(file, fileRefusal(file)))
    const taken = files.filter((file) => !fileRefusal(file))
    const room = Math.max(maxMessageFiles - list.length, 0)
    const beyond = taken.slice(room).flatMap((file) => refusalOf(file, 'too_many_message_files'))
    setFailures([...refused, ...beyond])
    setList([...list, ...taken.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file }))])
  }

  /** Resolves to the ids of all files, or to undefined if an upload failed. */
  async function upload(): Promise<string[] | undefined> {
    const failed: FailedUpload[] = []
    const uploaded: Attachment[] = []
    for (const attachment of list) {
      try {
        const fileId = attachment.fileId ?? (await addFile(backend, { contactId, threadId }, attachment.file))
        uploaded.push({ ...attachment, fileId })
      } catch (error) {
        failed.push({ name: attachment.file.name, error })
        uploaded.push(attachment)
      }
    }
    setList(uploaded)
    setFailures(failed)
    return failed.length > 0 ? undefined : uploaded.flatMap(({ fileId }) => fileId ?? [])
  }

  function remove(key: string) {
    setList(list.filter((attachment) => attachment.key !== key))
    setFailures([])
  }

  function clear() {
    setList([])
    setFailures([])
  }

  return { list, failures, add, upload, remove, clear }
}

const refusalOf = ({ name }: File, code: string | undefined): FailedUpload[] =>
  code ? [{ name, error: { code: 'PT422', message: code } }] : []
