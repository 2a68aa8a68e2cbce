import './webinar-details.css'
import { type FormEvent, useState } from 'react'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { chaptersOfLines, linesOfChapters } from '#platform/player/chapter-lines.ts'
import { parseVideoAddress, watchAddress } from '#platform/player/video-source.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { kindLabels, type WebinarKind, webinarKinds } from '../webinar-labels.ts'
import { useOfferedProducts, useSaveWebinar, type WebinarRow } from '../webinars.data.ts'
import { CaptionsField } from './captions-field.tsx'
import { failedStep } from './failed-step.ts'
import { JustInTimeFields, justInTimeOf } from './just-in-time-fields.tsx'
import { RecordingField } from './recording-field.tsx'
import { statusLabels } from './session-words.ts'

/** The texts of a webinar, its video, its recording and what it offers. */
export function WebinarDetails({ webinar }: { webinar: WebinarRow }) {
  const save = useSaveWebinar()
  const { data: products = [] } = useOfferedProducts()
  const [problem, setProblem] = useState<string>()
  const [wrongLine, setWrongLine] = useState<string>()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const words = (name: string) => (values[name] ?? '').trim()
    const source = (name: string) => (words(name) ? parseVideoAddress(words(name)) : null)
    const [stream, recording] = [source('stream'), source('recording')]
    if (stream === undefined || recording === undefined)
      return setProblem('צריך כתובת של YouTube, Vimeo, קובץ MP4 או WebM, או HLS')
    setProblem(undefined)
    const chapters = chaptersOfLines(words('chapters'))
    if ('wrong' in chapters) return setWrongLine(chapters.wrong)
    setWrongLine(undefined)
    // By the promise: the saved version replaces this form before the answer.
    save
      .mutateAsync({
        id: webinar.id,
        title: words('title'),
        subtitle: words('subtitle'),
        takeaways: words('takeaways').split('\n').map(oneLine).filter(Boolean),
        presenter: words('presenter'),
        presenter_about: words('presenter_about'),
        kind: values['kind'] as WebinarKind,
        status: values['status'] as WebinarRow['status'],
        duration_minutes: Number(values['duration']),
        lobby_minutes: Number(values['lobby_minutes']),
        chapters,
        captions_url: words('captions_url') || null,
        recap: words('recap'),
        replay_enabled: values['replay_enabled'] !== undefined,
        replay_hours: Number(values['replay_hours']),
        offer_product_id: words('offer_product_id') || null,
        stream,
        recording,
        ...justInTimeOf(values),
      })
      .then(() => toast.success('ההדרכה נשמרה'), failedStep)
  }
  return (
    <form className="webinar-details" onSubmit={submit}>
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
        error={problem}
      />
      <RecordingField name="recording" present={webinar.recording} />
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
      <SelectField
        key={products.length}
        name="offer_product_id"
        label="המוצר שמוצע"
        defaultValue={webinar.offer_product_id ?? ''}
      >
        <option value="">בלי מוצר</option>
        {products.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {webinar.kind === 'automated' && <JustInTimeFields webinar={webinar} />}
      <Button look="primary" type="submit" busy={save.isPending}>
        שמירת השינויים
      </Button>
    </form>
  )
}
