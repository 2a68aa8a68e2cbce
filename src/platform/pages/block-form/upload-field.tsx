import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { UploadFailed } from '#client/upload-file.ts'
import { videoTypeOf } from '#client/video-file.ts'
import { parseCaptions } from '#platform/player/captions.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { useUnsavedEntry } from '#ui/forms/unsaved.ts'
import { useUploadPageVideo } from '../videos/page-videos.data.ts'
import { isUploaded, maxBytes, type UploadKind, type UploadType } from '../videos/page-videos.ts'

const problems = {
  video: 'הקובץ אינו MP4 או WebM. סרטון של טלפון אפשר לייצא כ־MP4',
  captions: 'הקובץ אינו כתוביות WebVTT. אפשר לייצא את הכתוביות בפורמט ‎.vtt, בקידוד UTF-8',
  video_size: 'הקובץ גדול מדי. עד 500 מ״ב',
  captions_size: 'הקובץ גדול מדי לקובץ כתוביות. עד 1 מ״ב',
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
type Props = { field: Field; of: UploadKind; value: string; onChange: (address: string) => void }

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

/** The type of a selected file by its content; undefined if it does not play. */
async function typeOf(file: File, of: UploadKind): Promise<UploadType | undefined> {
  if (of === 'video') return videoTypeOf(file)
  const text = await file.text()
  // Browsers ignore a file without this line, and show replacement characters for another encoding.
  const isReadable = text.startsWith('WEBVTT') && !text.includes('\uFFFD')
  return isReadable && parseCaptions(text).length > 0 ? 'text/vtt' : undefined
}

/** One upload at a time. `uploading`: its progress. */
function useUpload(of: UploadKind, onDone: (address: string) => void) {
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
    if (file.size > maxBytes[of]) return setProblem(of === 'video' ? 'video_size' : 'captions_size')
    const type = await typeOf(file, of)
    if (!type) return setProblem(of)
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
