import { useId, useState } from 'react'
import { count } from '#lib/hebrew/count.ts'
import { parseCaptions } from '#platform/player/captions.ts'
import { checkMediaFile, mediaFileProblems } from '#platform/player/check-media-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useUploadCaptions } from '../webinars.data.ts'

/** The captions of the recording, a WebVTT file: the player shows them, and its transcript is searched. Saved with the form. */
export function CaptionsField({ name, present }: { name: string; present: string | null }) {
  const upload = useUploadCaptions()
  const titleId = useId()
  const [address, setAddress] = useState(present ?? '')
  const [problem, setProblem] = useState<string>()
  async function add(file: File) {
    setProblem(undefined)
    const { problem: refused } = await checkMediaFile(file, 'captions')
    if (refused) return setProblem(mediaFileProblems[refused])
    try {
      const cues = parseCaptions(await file.text())
      setAddress(await upload.mutateAsync(file))
      const found = count(cues.length, { one: 'כתובית אחת', two: 'שתי כתוביות', other: '# כתוביות' })
      toast.success(`הועלו ${found}. הן יופיעו בנגן אחרי שמירה`)
    } catch {
      setProblem('הקובץ לא הועלה. אפשר לנסות שוב')
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend
    <div className="webinar-file" role="group" aria-labelledby={titleId}>
      <b id={titleId}>כתוביות להקלטה</b>
      <p>קובץ WebVTT. הנגן מציג אותן, ואפשר לחפש בתמליל.</p>
      {problem && <ErrorText>{problem}</ErrorText>}
      <input type="hidden" name={name} value={address} />
      <div className="webinar-file__acts">
        {address && (
          <a href={address} target="_blank" rel="noreferrer">
            לקובץ הכתוביות
          </a>
        )}
        <FileButton
          label="בחירת קובץ כתוביות"
          accept=".vtt,text/vtt"
          busy={upload.isPending}
          onFile={(file) => void add(file)}
        >
          {address ? 'החלפת הכתוביות' : 'העלאת כתוביות'}
        </FileButton>
        {address && (
          <Button look="ghost" onClick={() => setAddress('')}>
            הסרת הכתוביות
          </Button>
        )}
      </div>
    </div>
  )
}
