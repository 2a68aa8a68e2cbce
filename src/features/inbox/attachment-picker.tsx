import { Paperclip, X } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { formatFileSize } from '#lib/format-file-size.ts'
import { iconOfFile } from '#platform/files/file-icon.ts'
import { acceptedFileTypes, refusals as fileRefusals, typeOf } from '#platform/files/files.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { FilesButton } from '#ui/forms/file-button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { maxMessageFiles, refusals } from './message-rules.ts'
import type { useAttachments } from './use-attachments.ts'

type Props = { attachments: ReturnType<typeof useAttachments>; isSending: boolean }

/** The files chosen for a message, with the reason for each rejected file. */
export const ChosenFiles = ({ attachments: { list, failures, remove }, isSending }: Props) => (
  <>
    {list.length > 0 && (
      <ul className="thread__files" aria-label="קבצים שיישלחו">
        {list.map(({ key, file }) => (
          <ChosenFile key={key} file={file} isSending={isSending} onRemove={() => remove(key)} />
        ))}
      </ul>
    )}
    {failures.length > 0 && (
      <div role="alert">
        {failures.map(({ name, error }, i) => (
          <ErrorText key={i}>
            <bdi>{name}</bdi>: {refusalText(error, { ...fileRefusals, ...refusals })}
          </ErrorText>
        ))}
      </div>
    )}
  </>
)

type ChosenFileProps = { file: File; isSending: boolean; onRemove: () => void }

function ChosenFile({ file, isSending, onRemove }: ChosenFileProps) {
  const rowFocusProps = useRowFocus<HTMLLIElement>({
    rows: '.thread__files li',
    within: '.thread__writer',
    fallback: 'textarea',
  })
  return (
    <li {...rowFocusProps}>
      <Icon of={iconOfFile(typeOf(file.name) ?? '')} />
      <bdi>{file.name}</bdi>
      <small>{formatFileSize(file.size)}</small>
      <Button
        look="ghost"
        size="sm"
        iconOnly
        aria-label={`הסרת הקובץ ${file.name}`}
        icon={<Icon of={X} />}
        disabled={isSending}
        onClick={onRemove}
      />
    </li>
  )
}

export const AttachButton = ({ attachments: { list, add }, isSending }: Props) => (
  <FilesButton
    label="צירוף קבצים"
    accept={acceptedFileTypes}
    look="ghost"
    icon={<Icon of={Paperclip} />}
    disabled={isSending || list.length >= maxMessageFiles}
    onFiles={add}
  >
    צירוף קבצים
  </FilesButton>
)
