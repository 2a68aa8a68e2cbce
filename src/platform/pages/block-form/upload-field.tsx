import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { UploadFailed } from '#client/upload-file.ts'
import { checkMediaFile, mediaFileProblems, type MediaKind } from '#platform/player/check-media-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { useUnsavedEntry } from '#ui/forms/unsaved.ts'
import { useUploadPageVideo } from '../videos/page-videos.data.ts'
import { isUploaded } from '../videos/page-videos.ts'

const problems = {
  ...mediaFileProblems,
  too_large: 'הקובץ גדול ממה שהאחסון של ההתקנה מקבל. אפשר להגדיל את FILE_SIZE_LIMIT, או להעלות קובץ קטן יותר',
  refused: 'ההעלאה נדחתה. כדאי לבדוק שיש לכם הרשאה לערוך את האתר',
  network: 'החיבור נקטע לפני סוף ההעלאה. אפשר לנסות שוב',
} as const

const texts = {
  video: { accept: 'video/mp4,video/webm', choose: 'העלאת קובץ וידאו', has: 'הועלה קובץ וידאו' },
  captions: { accept: '.vtt', choose: 'העלאת כתוביות', has: 'הועלה קובץ כתוביות' },
} as const

type Field = { id: string; name: string; label: string; onBlur: () => void } & Pick<
  Parameters<typeof TextField>[0],
  'hint' | 'error' | 'optional' | 'required'
>
type Props = { field: Field; of: MediaKind; value: string; onChange: (address: string) => void }

/** The address of a file: typed, or that of an uploaded file. */
export function UploadField({ field, of, value, onChange }: Props) {
  const { uploading, problem, add, cancel } = useUpload(of, onChange)
  const { accept, choose, has } = texts[of]
  const isOwn = isUploaded(value)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend
    <div className="upload-field" role="group" aria-label={field.label}>
      {isOwn ? (
        <div className="field">
          <span className="label">{field.label}</span>
          <p>{has}</p>
          {field.error && <ErrorText>{field.error}</ErrorText>}
        </div>
      ) : (
        <TextField
          {...field}
          dir="ltr"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {problem && <ErrorText>{problems[problem]}</ErrorText>}
      {uploading === undefined ? (
        <div className="upload-field__acts">
          <FileButton size="sm" label={choose} accept={accept} onFile={(file) => void add(file)}>
            {isOwn ? 'החלפת הקובץ' : choose}
          </FileButton>
          {isOwn && (
            <Button size="sm" look="ghost" onClick={() => onChange('')}>
              הסרת הקובץ
            </Button>
          )}
        </div>
      ) : (
        <div className="upload-field__acts">
          <progress aria-label="העלאת הקובץ" max={1} value={uploading} />
          <output>{`הועלו ${Math.floor(uploading * 100)}%. עד סוף ההעלאה צריך להשאיר את המקטע פתוח`}</output>
          <Button size="sm" onClick={cancel}>
            ביטול ההעלאה
          </Button>
        </div>
      )}
    </div>
  )
}

/** One upload at a time. `uploading`: its progress. */
function useUpload(of: MediaKind, onDone: (address: string) => void) {
  const upload = useUploadPageVideo()
  const abort = useRef<AbortController>(undefined)
  // Other fields of the block may change during the upload, so its end calls the newest callback.
  const latest = useRef(onDone)
  const [uploading, setUploading] = useState<number>()
  const [problem, setProblem] = useState<keyof typeof problems>()
  const isBusy = uploading !== undefined

  useLayoutEffect(() => {
    latest.current = onDone
  })
  useEffect(() => () => abort.current?.abort(), [])
  useUnsavedEntry({ isUnsaved: () => isBusy })

  async function add(file: File) {
    setProblem(undefined)
    const { type, problem: refused } = await checkMediaFile(file, of)
    if (refused) return setProblem(refused)
    const { signal } = (abort.current = new AbortController())
    setUploading(0)
    try {
      const address = await upload.mutateAsync({ file, type, signal, onProgress: setUploading })
      if (!signal.aborted) latest.current(address)
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof UploadFailed ? error.problem : 'refused')
    } finally {
      setUploading(undefined)
    }
  }
  return { uploading, problem, add, cancel: () => abort.current?.abort() }
}
