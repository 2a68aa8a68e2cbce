import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { type MyFile, useHousehold } from '#features/portal/portal.data.ts'
import { sharedLabels } from '#features/portal/portal.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { linkToFile } from '#platform/files/files.data.ts'
import { formatFileSize } from '#lib/format-file-size.ts'
import { refusals } from '#platform/files/files.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = {
  file: Pick<MyFile, 'id' | 'name' | 'uploaded_by' | 'created_at' | 'size_bytes'> & {
    shared_with: MyFile['shared_with'] | null
  }
  /** The sender, if it was neither the client nor their partner. */
  from?: string
  /** Content below the details of the document. */
  children?: ReactNode
}

/** A document in a list; a click downloads it. */
export function Document({ file, from = 'קיבלתם', children }: Props) {
  const backend = useBackend()
  const me = useUserId()
  const now = useNow()
  const { data: household = [] } = useHousehold()
  const sender = household.find(({ user_id }) => user_id && user_id === file.uploaded_by)
  async function download() {
    try {
      location.assign(await linkToFile(backend, file))
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  const facts = [
    file.uploaded_by === me ? 'שלחתם' : sender ? `מ${sender.first_name}` : from,
    formatDayNear(file.created_at, now),
    formatFileSize(file.size_bytes),
    household.length > 1 && file.shared_with && sharedLabels[file.shared_with],
  ]
  return (
    <li className="portal-document">
      <span className="portal-document__sign" aria-hidden="true">
        <Icon of={FileText} />
      </span>
      <button type="button" className="portal-file" onClick={() => void download()}>
        <bdi>{file.name}</bdi>
      </button>
      <small>{facts.filter(Boolean).join(' · ')}</small>
      {children}
    </li>
  )
}
