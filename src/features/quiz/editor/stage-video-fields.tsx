import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { UploadFailed } from '#client/upload-file.ts'
import { checkMediaFile, mediaFileProblems, type MediaKind } from '#platform/player/check-media-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { useUnsavedEntry } from '#ui/forms/unsaved.ts'
import type { Stage } from '../definition/quiz-definition.ts'
import { useUploadStageVideo } from '../staff.data.ts'
import { isOwnVideo } from '../stage-videos.ts'

const problems = {
  ...mediaFileProblems,
  too_large: 'הקובץ גדול ממה שהאחסון של ההתקנה מקבל. אפשר להגדיל את FILE_SIZE_LIMIT, או להעלות קובץ קטן יותר',
  refused: 'ההעלאה נדחתה. כדאי לבדוק שיש לכם הרשאה לערוך את השאלון',
  network: 'החיבור נקטע לפני סוף ההעלאה. אפשר לנסות שוב',
} as const

type Props = { stage: Stage; onChange: (change: Partial<Stage>) => void }

/** The video of a stage, by URL or uploaded file, with captions. Published with the next version. */
export function StageVideoFields({ stage: { id, video }, onChange }: Props) {
  const change = (part: { address?: string; captions?: string | undefined }) => {
    const { address, captions } = { address: '', ...video, ...part }
    onChange({ video: address ? { address, ...(captions && { captions }) } : undefined })
  }
  const { uploading, problem, add, cancel } = useUpload((kind, address) =>
    change(kind === 'video' ? { address } : { captions: address }),
  )
  return (
    <fieldset className="quiz-editor__video">
      <legend className="label">סרטון בעמוד התוצאה</legend>
      {video && isOwnVideo(video.address) ? (
        // Captions have a separate field below.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video src={video.address} controls preload="metadata" aria-label={`הסרטון שהועלה לשלב ${id}`} />
      ) : (
        <TextField
          name={`video-${id}`}
          label="כתובת הסרטון"
          optional="(לא חובה)"
          hint="YouTube, Vimeo, או קובץ MP4 או WebM. אפשר גם להעלות קובץ"
          dir="ltr"
          autoComplete="off"
          value={video?.address ?? ''}
          onChange={({ target }) => change({ address: target.value.trim() })}
        />
      )}
      {video && (
        <TextField
          name={`captions-${id}`}
          label="כתובת הכתוביות"
          optional="(לא חובה)"
          hint="בלי כתוביות, מי שלא שומעים לא יידעו מה נאמר בסרטון"
          dir="ltr"
          autoComplete="off"
          value={video.captions ?? ''}
          onChange={({ target }) => change({ captions: target.value.trim() })}
        />
      )}
      {problem && <ErrorText>{problems[problem]}</ErrorText>}
      {uploading === undefined ? (
        <div className="quiz-editor__acts">
          <FileButton
            size="sm"
            label={`בחירת קובץ וידאו לשלב ${id}`}
            accept="video/mp4,video/webm"
            onFile={(file) => void add(file, 'video')}
          >
            {video && isOwnVideo(video.address) ? 'החלפת הקובץ' : 'העלאת קובץ וידאו'}
          </FileButton>
          {video && (
            <>
              <FileButton
                size="sm"
                label={`בחירת קובץ כתוביות לשלב ${id}`}
                accept=".vtt"
                onFile={(file) => void add(file, 'captions')}
              >
                העלאת כתוביות
              </FileButton>
              <Button size="sm" look="ghost" onClick={() => onChange({ video: undefined })}>
                הסרת הסרטון
              </Button>
            </>
          )}
        </div>
      ) : (
        <div className="quiz-editor__acts">
          <progress aria-label="העלאת הקובץ" max={1} value={uploading} />
          <output>{`הועלו ${Math.floor(uploading * 100)}%`}</output>
          <Button size="sm" onClick={cancel}>
            ביטול ההעלאה
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Runs one upload at a time. `uploading`: its progress. */
function useUpload(onDone: (kind: MediaKind, address: string) => void) {
  const upload = useUploadStageVideo()
  const abort = useRef<AbortController>(undefined)
  // The end of the upload calls the latest callback, because the fields of the stage may change during the upload.
  const latest = useRef(onDone)
  const [uploading, setUploading] = useState<number>()
  const [problem, setProblem] = useState<keyof typeof problems>()
  const isBusy = uploading !== undefined

  useLayoutEffect(() => {
    latest.current = onDone
  })
  useEffect(() => () => abort.current?.abort(), [])
  useUnsavedEntry({ isUnsaved: () => isBusy })

  async function add(file: File, kind: MediaKind) {
    setProblem(undefined)
    const { type, problem: refused } = await checkMediaFile(file, kind)
    if (refused) return setProblem(refused)
    const { signal } = (abort.current = new AbortController())
    setUploading(0)
    try {
      const address = await upload.mutateAsync({ file, type, signal, onProgress: setUploading })
      if (!signal.aborted) latest.current(kind, address)
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof UploadFailed ? error.problem : 'refused')
    } finally {
      setUploading(undefined)
    }
  }
  return { uploading, problem, add, cancel: () => abort.current?.abort() }
}
