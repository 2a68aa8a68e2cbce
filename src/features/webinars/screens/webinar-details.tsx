import './webinar-details.css'
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import { linesOfChapters } from '#platform/player/chapter-lines.ts'
import { watchAddress } from '#platform/player/video-source.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { hasUnsaved, useUnsavedForm } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'
import { kindLabels, webinarKinds } from '../webinar-labels.ts'
import { useOfferedProducts, useSaveWebinar, type WebinarRow } from '../webinars.data.ts'
import { CaptionsField } from './captions-field.tsx'
import { failedStep } from './failed-step.ts'
import { JustInTimeFields } from './just-in-time-fields.tsx'
import { changedColumns, readDetails, type WrongVideo } from './read-details.ts'
import { RecordingField } from './recording-field.tsx'
import { statusLabels } from './session-labels.ts'

const formId = 'webinar-details'

/**
 * Saves the form, and publishes it. Not a submit button: as the first one of the form it would be triggered by Enter in any field.
 * `onPress` shows the form: the browser reports validation errors only at visible fields.
 */
export const PublishButton = ({ onPress }: { onPress: () => void }) => (
  <Button
    look="primary"
    onClick={() => {
      onPress()
      const form = document.querySelector<HTMLFormElement>(`#${formId}`)
      if (form?.checkValidity()) chooseStatus(form, 'published')
      form?.requestSubmit()
    }}
  >
    פרסום
  </Button>
)

function chooseStatus(form: HTMLFormElement, status: WebinarRow['status']) {
  const field = form.elements.namedItem('status')
  if (field instanceof HTMLSelectElement) field.value = status
}

/** Whether PublishButton submitted the form: submitting by button or Enter sets a submitter. */
const isPublishing = ({ nativeEvent }: FormEvent) =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter === null

/** The texts of a webinar, its video, its recording and its offer. */
export function WebinarDetails({ webinar: latest }: { webinar: WebinarRow }) {
  const save = useSaveWebinar()
  const { data: products = [] } = useOfferedProducts()
  const [wrongVideo, setWrongVideo] = useState<WrongVideo>()
  const [wrongLine, setWrongLine] = useState<string>()
  // The version in the fields. A newer one, saved by a colleague or by the choice of a page, does not replace unsaved input.
  const [webinar, setWebinar] = useState(latest)
  const [saves, setSaves] = useState(0)
  const form = useUnsavedForm(saves, webinar.version)
  const began = useRef<ReturnType<typeof readDetails>>(undefined)
  useEffect(() => {
    if (form.current) began.current = readDetails(form.current)
  }, [form, webinar.version])
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- unsaved input is read from the fields
    if (!hasUnsaved('end')) setWebinar(latest)
  }, [latest, saves])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = event.currentTarget
    const read = readDetails(fields)
    // After a refused publication, a later save must not publish.
    const revertStatus = isPublishing(event) ? () => chooseStatus(fields, webinar.status) : undefined
    setWrongVideo('wrongVideo' in read ? read.wrongVideo : undefined)
    setWrongLine('wrongLine' in read ? read.wrongLine : undefined)
    if (!('columns' in read)) return revertStatus?.()
    const changed = changedColumns(read.columns, began.current)
    const saved = () => {
      began.current = read
      setSaves((n) => n + 1)
      toast.success(changed.status === 'published' ? 'ההדרכה פורסמה' : 'ההדרכה נשמרה')
    }
    if (Object.keys(changed).length === 0) return saved()
    save.mutateAsync({ id: webinar.id, ...changed }).then(saved, (error: unknown) => {
      revertStatus?.()
      failedStep(error)
    })
  }
  return (
    <form ref={form} id={formId} className="webinar-details" onSubmit={submit}>
      <Fragment key={webinar.version}>
        <TextField name="title" label="כותרת" required defaultValue={webinar.title} maxLength={100} />
        <TextField name="subtitle" label="ההבטחה, במשפט" defaultValue={webinar.subtitle} maxLength={300} />
        <TextAreaField
          name="takeaways"
          label="מה ייצא מההדרכה, שורה לכל דבר (עד 7)"
          rows={4}
          defaultValue={webinar.takeaways.join('\n')}
        />
        <TextField name="presenter" label="מי מעבירים" defaultValue={webinar.presenter} maxLength={80} />
        <TextAreaField
          name="presenter_about"
          label="על המעבירים"
          rows={2}
          defaultValue={webinar.presenter_about}
          maxLength={600}
        />
        <SelectField name="kind" label="סוג" defaultValue={webinar.kind}>
          {webinarKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabels[kind]}
            </option>
          ))}
        </SelectField>
        <SelectField name="status" label="מצב" defaultValue={webinar.status}>
          {Object.entries(statusLabels).map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          name="duration"
          label="דקות"
          type="number"
          min={5}
          max={480}
          required
          defaultValue={webinar.duration_minutes}
        />
        <TextField
          name="lobby_minutes"
          label="החדר נפתח, בדקות לפני ההתחלה"
          type="number"
          min={5}
          max={1440}
          required
          defaultValue={webinar.lobby_minutes}
        />
        <TextField
          name="stream"
          label="כתובת השידור"
          dir="ltr"
          defaultValue={webinar.stream ? watchAddress(webinar.stream) : ''}
          error={videoProblem(wrongVideo, 'stream')}
        />
        <RecordingField name="recording" present={webinar.recording} error={videoProblem(wrongVideo, 'recording')} />
        <TextField
          name="thank_you_video"
          label="סרטון קצר לעמוד התודה"
          hint="לא חובה. מופיע אחרי ההרשמה, מתחת לשלושת הצעדים"
          dir="ltr"
          defaultValue={webinar.thank_you_video ? watchAddress(webinar.thank_you_video) : ''}
          error={videoProblem(wrongVideo, 'thank_you_video')}
        />
        <TextAreaField
          name="chapters"
          label="פרקים בהקלטה, שורה לכל פרק"
          hint="למשל: 12:05 ארבעת הסעיפים"
          rows={4}
          defaultValue={linesOfChapters(webinar.chapters)}
          error={wrongLine && `צריך זמן ואחריו שם: ${wrongLine}`}
        />
        <CaptionsField name="captions_url" present={webinar.captions_url} />
        <CheckField name="replay_enabled" label="ההקלטה נפתחת אחרי המפגש" defaultChecked={webinar.replay_enabled} />
        <TextField
          name="replay_hours"
          label="ההקלטה זמינה, בשעות"
          type="number"
          min={1}
          max={8760}
          required
          defaultValue={webinar.replay_hours}
        />
        <TextAreaField
          name="recap"
          label="תקציר, למי שמצטרפים באמצע"
          rows={3}
          defaultValue={webinar.recap}
          maxLength={3000}
        />
        <SelectField name="offer_product_id" label="המוצר שמוצע" defaultValue={webinar.offer_product_id ?? ''}>
          <option value="">בלי מוצר</option>
          {withOffered(products, webinar.offer_product_id).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {webinar.kind === 'automated' && <JustInTimeFields webinar={webinar} />}
      </Fragment>
      <Button look="primary" type="submit" busy={save.isPending}>
        שמירת השינויים
      </Button>
    </form>
  )
}

// Decision 125.
const zoomProblems = {
  stream:
    'פגישת Zoom נפתחת מחוץ לחדר, ואי אפשר לצפות בה כאן. ב־Zoom אפשר לשדר ל־YouTube, ולהדביק כאן את כתובת השידור שם',
  recording: 'הקלטה של Zoom לא מתנגנת כאן. אפשר להוריד אותה כ־MP4, ולהעלות את הקובץ',
  thank_you_video: 'סרטון של Zoom לא מתנגן כאן. אפשר להעלות אותו ל־YouTube או ל־Vimeo, ולהדביק את הכתובת שם',
} as const

function videoProblem(wrong: WrongVideo | undefined, field: WrongVideo['field']) {
  if (wrong?.field !== field) return undefined
  return wrong.why === 'zoom' ? zoomProblems[field] : 'צריך כתובת של YouTube, Vimeo, קובץ MP4 או WebM, או HLS'
}

/** Adds an option for the chosen product while products are loading: otherwise the field would show none. */
const withOffered = (products: readonly { id: string; name: string }[], selected: string | null) =>
  selected && !products.some(({ id }) => id === selected)
    ? [...products, { id: selected, name: 'המוצר שנבחר' }]
    : products
