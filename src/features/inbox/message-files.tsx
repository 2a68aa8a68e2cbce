import { formatFileSize } from '#lib/format-file-size.ts'
import { iconOfFile } from '#platform/files/file-icon.ts'
import { FileLink } from '#platform/files/file-link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { MessageFile } from './inbox.data.ts'

export const MessageFiles = ({ files }: { files: readonly MessageFile[] }) => (
  <ul className="thread__files" aria-label="קבצים מצורפים">
    {files.map((file) => (
      <li key={file.id}>
        <Icon of={iconOfFile(file.mime_type)} />
        <FileLink file={file} />
        <small>{formatFileSize(file.size_bytes)}</small>
      </li>
    ))}
  </ul>
)
