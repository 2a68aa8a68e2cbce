import { useEffect, useId, useRef, useState } from 'react'
import { UploadFailed } from '#client/upload-file.ts'
import { videoTypeOf } from '#client/video-file.ts'
import { type VideoSource, watchAddress } from '#platform/player/video-source.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { useUnsavedEntry } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'
import { ownRecording } from '../own-recording.ts'
import { useOpenRecording, useUploadRecording } from '../webinars.data.ts'

const maxBytes = 2 * 1024 ** 3

const problems = {
  type: 'הקובץ אינו MP4 או WebM. סרטון של טלפון אפשר לייצא כ־MP4',
  size: 'הקובץ גדול מדי. עד 2 ג״ב',
  too_large:
    'הקובץ גדול ממה שהאחסון כאן מקבל. אפשר לייצא אותו באיכות נמוכה יותר, או להעלות ל־YouTube או Vimeo ולהדביק את הכתובת',
  refused: 'ההעלאה נדחתה. כדאי לבדוק שיש לכם הרשאה לערוך את ההדרכה',
  network: 'החיבור נקטע לפני סוף ההעלאה. הקובץ עוד כאן, ואפשר לנסות שוב',
} as const

type Props = { name: string; present: VideoSource | null; error: string | undefined }

/** The recording: an external URL, or an uploaded file, which plays with a personal link only. Saved with the form. */
export function RecordingField({ name, present, error }: Props) {
  const [address, setAddress] = useState(present ? watchAddress(present) : '')
  const { uploading, problem, failed, add, cancel } = useUpload(setAddress)
  const titleId = useId()
  const file = ownRecording({ provider: 'file', ref: address })
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend
    <div className="webinar-file" role="group" aria-labelledby={titleId}>
      <b id={titleId}>הקלטה</b>
      {file ? (
        <OwnFile name={name} address={address} file={file} />
      ) : (
        <TextField
          name={name}
          label="כתובת ההקלטה"
          hint="YouTube, Vimeo, HLS, או קובץ MP4 או WebM. אפשר גם להעלות קובץ"
          dir="ltr"
          autoComplete="off"
          error={error}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      )}
      {problem && <ErrorText>{problems[problem]}</ErrorText>}
      {uploading !== undefined && (
        <p>
          <progress aria-label="העלאת ההקלטה" max={1} value={uploading} />
          <output>{`הועלו ${Math.floor(uploading * 100)}%`}</output>
        </p>
      )}
      <div className="webinar-file__acts">
        {uploading === undefined ? (
          <FileButton label="בחירת קובץ ההקלטה" accept="video/mp4,video/webm" onFile={(picked) => void add(picked)}>
            {file ? 'החלפת הקובץ' : 'העלאת קובץ וידאו'}
          </FileButton>
        ) : (
          <Button onClick={cancel}>ביטול ההעלאה</Button>
        )}
        {failed && (
          <Button look="soft" onClick={() => void add(failed)}>
            ניסיון נוסף
          </Button>
        )}
        {file && (
          <Button look="ghost" onClick={() => setAddress('')}>
            הסרת הקובץ
          </Button>
        )}
      </div>
    </div>
  )
}

function OwnFile({ name, address, file }: { name: string; address: string; file: string }) {
  const open = useOpenRecording()
  const [played, setPlayed] = useState<string>()
  return (
    <>
      <input type="hidden" name={name} value={address} />
      <p>קובץ מהאחסון שלנו. הוא נפתח רק מקישור אישי, כשההקלטה זמינה.</p>
      {played ? (
        // Captions are a separate field below.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video className="webinar-file__video" src={played} controls preload="metadata" aria-label="ההקלטה שהועלתה" />
      ) : (
        <div className="webinar-file__acts">
          <Button
            size="sm"
            busy={open.isPending}
            onClick={() =>
              open.mutate(file, {
                onSuccess: setPlayed,
                onError: () => void toast.error('ההקלטה לא נפתחה. אפשר לנסות שוב'),
              })
            }
          >
            צפייה בהקלטה
          </Button>
        </div>
      )}
    </>
  )
}

/** One upload at a time. `uploading`: its progress; `failed`: the file of the last upload, if it can be retried. */
function useUpload(onDone: (address: string) => void) {
  const upload = useUploadRecording()
  const abort = useRef<AbortController>(undefined)
  const [uploading, setUploading] = useState<number>()
  const [problem, setProblem] = useState<keyof typeof problems>()
  const [failed, setFailed] = useState<File>()
  const isBusy = uploading !== undefined

  useEffect(() => () => abort.current?.abort(), [])
  useUnsavedEntry({ isUnsaved: () => isBusy })

  async function add(file: File) {
    setProblem(undefined)
    setFailed(undefined)
    if (file.size > maxBytes) return setProblem('size')
    const type = await videoTypeOf(file)
    if (!type) return setProblem('type')
    const { signal } = (abort.current = new AbortController())
    setUploading(0)
    try {
      onDone(await upload.mutateAsync({ file, type, signal, onProgress: setUploading }))
      toast.success('ההקלטה הועלתה. היא תופיע בעמוד אחרי שמירה')
    } catch (error) {
      if (signal.aborted) return
      const reason = error instanceof UploadFailed ? error.problem : 'refused'
      setProblem(reason)
      if (reason === 'network') setFailed(file)
    } finally {
      setUploading(undefined)
    }
  }
  return { uploading, problem, failed, add, cancel: () => abort.current?.abort() }
}
