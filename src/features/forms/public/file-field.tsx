import { useState } from 'react'
import { formatFileSize } from '#lib/format-file-size.ts'
import { type Entries, textAt } from '#platform/forms/answers/entries.ts'
import { acceptedFiles } from '../sniff-file.ts'
import { FieldGroup } from './field-frame.tsx'

export type FileParts = {
  /**
   * Uploads immediately and resolves to an error text, if any. Undefined without JavaScript: the file is posted with
   * its page.
   */
  onFile: ((field: string, file: File) => Promise<string | undefined>) | undefined
}

type Props = FileParts & {
  fieldKey: string
  id: string
  name: string
  entries: Entries
  label: string
  help: string | undefined
  error: string | undefined
  required: boolean | undefined
}

export function FileField({ fieldKey, onFile, name, entries, error, ...group }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [id, stored, bytes] = ['', '.name', '.bytes'].map((part) => textAt(entries, fieldKey + part))
  async function take(file: File | undefined) {
    if (!file || !onFile) return
    setBusy(true)
    setWrong(await onFile(fieldKey, file))
    setBusy(false)
  }
  return (
    <FieldGroup {...group} error={wrong ?? error} help={group.help ?? 'עד 10 מ״ב: PDF, תמונה, מסמך או גיליון'}>
      {id && (
        <p className="answer-file">
          <bdi>{stored}</bdi> ({formatFileSize(Number(bytes))})
          {/* Posts the id of an already stored file with the page. */}
          {['', '.name', '.bytes'].map((part) => (
            <input key={part} type="hidden" name={name + part} value={textAt(entries, fieldKey + part)} />
          ))}
        </p>
      )}
      <input
        className="answer-file__input"
        id={group.id}
        type="file"
        accept={acceptedFiles}
        aria-label={id ? `${group.label}: החלפת הקובץ` : group.label}
        {...(onFile
          ? { onChange: (event) => void take(event.currentTarget.files?.[0]), disabled: isBusy }
          : { name: 'file' })}
        {...((wrong ?? error) && { 'aria-invalid': true, 'aria-describedby': `${group.id}-error` })}
      />
      {isBusy && <output>הקובץ בדרך</output>}
    </FieldGroup>
  )
}
