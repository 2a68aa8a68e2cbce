import { useState } from 'react'
import {
  ContentEdit,
  contentFormValues,
  releaseLabels,
  type ContentFormValues,
} from '#features/launches/content-edit.ts'
import { kindLabels, staffRefusals } from '#features/launches/launch-edit.ts'
import { useAddContent, useSaveContent } from '#features/launches/launches.data.ts'
import { contentKinds, type Launch, type LaunchContent, releaseKinds } from '#features/launches/launches.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { PictureField } from '#platform/images/library/picture-field.tsx'
import { VideoFields } from './video-fields.tsx'

type Props = {
  launch: Launch
  contents: readonly LaunchContent[]
  /** Without `content` a new one is created. Undefined while closed. */
  edited: { content?: LaunchContent } | undefined
  onClose: () => void
}

export function ContentDialog({ launch, contents, edited, onClose }: Props) {
  const adding = useAddContent()
  const saving = useSaveContent()
  const content = edited?.content
  const position = Math.max(0, ...contents.map((one) => one.position)) + 1
  return (
    <RecordDialog
      open={edited !== undefined}
      onClose={onClose}
      title={content ? `עריכת ${content.title}` : 'תוכן חדש'}
      text="התוכן נפתח לפי שעון השרת, ולא לפני כן. שינוי מגיע גם למי שכבר בפנים."
    >
      <RecordForm
        schema={ContentEdit}
        refusals={staffRefusals}
        fields={{ content_title_length: 'title', release_after_another_launch: 'after' }}
        save={(change) =>
          content
            ? saving.mutateAsync({ content, change })
            : adding.mutateAsync({ ...change, launch: launch.id, position })
        }
        saved={content ? 'התוכן נשמר' : 'התוכן נוסף'}
        action={content ? 'שמירת התוכן' : 'הוספת התוכן'}
      >
        {(errors) => (
          <Fields
            typed={contentFormValues(content, launch.mode === 'fixed')}
            others={contents.filter(({ id }) => id !== content?.id)}
            errors={errors}
          />
        )}
      </RecordForm>
    </RecordDialog>
  )
}

type FieldsProps = { typed: ContentFormValues; others: readonly LaunchContent[]; errors: FieldErrors }

function Fields({ typed, others, errors }: FieldsProps) {
  const field = (name: keyof ContentFormValues) => ({ name, defaultValue: String(typed[name]), error: errors[name] })
  return (
    <>
      <TextField {...field('title')} label="שם" required autoComplete="off" />
      <SelectField {...field('kind')} label="סוג">
        {contentKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]}
          </option>
        ))}
      </SelectField>
      <ReleaseFields typed={typed} others={others} errors={errors} />
      <TextField
        {...field('expires')}
        label="נסגר, שעות אחרי הפתיחה"
        optional="(ריק: נשאר פתוח)"
        inputMode="numeric"
        autoComplete="off"
      />
      <CheckField
        name="required_for_next"
        label="מה שאחריו נפתח רק אחרי שמשלימים אותו"
        defaultChecked={typed.required_for_next}
      />
      <VideoFields typed={typed} errors={errors} />
      <PosterField chosen={typed.poster_id} />
      <TextAreaField {...field('body')} label="טקסט" rows={4} />
    </>
  )
}

/** A decorative picture of the library beside the title, which needs no alternative text. */
function PosterField({ chosen }: { chosen: string }) {
  const [id, setId] = useState(chosen)
  return (
    <>
      <input type="hidden" name="poster_id" value={id} />
      <PictureField
        id="poster"
        label="תמונה"
        hint="מוצגת ברשימת השיעורים, בעמוד ההצטרפות ולפני הסרטון, גם כשהשיעור עוד נעול"
        value={{ id, alt: '' }}
        isDecorative
        onChange={(picture) => setId(picture.id)}
      />
    </>
  )
}

/** The fields of the selected release rule. */
function ReleaseFields({ typed, others, errors }: FieldsProps) {
  const [kind, setKind] = useState(typed.release_kind)
  const field = (name: keyof ContentFormValues) => ({ name, defaultValue: String(typed[name]), error: errors[name] })
  return (
    <>
      <SelectField
        name="release_kind"
        label="מתי נפתח"
        value={kind}
        onChange={(event) => setKind(event.target.value as typeof kind)}
      >
        {releaseKinds
          .filter((one) => one !== 'content' || others.length > 0)
          .map((one) => (
            <option key={one} value={one}>
              {releaseLabels[one]}
            </option>
          ))}
      </SelectField>
      {kind === 'at' && (
        <div className="product__pair">
          <DayField {...field('day')} label="נפתח ביום" />
          <TimeField {...field('time')} label="בשעה" />
        </div>
      )}
      {kind === 'hours' && (
        <TextField {...field('hours')} label="נפתח, שעות אחרי ההצטרפות" inputMode="numeric" autoComplete="off" />
      )}
      {kind === 'day' && (
        <div className="product__pair">
          <TextField {...field('after_day')} label="נפתח, ימים אחרי ההצטרפות" inputMode="numeric" autoComplete="off" />
          <TimeField {...field('time')} label="בשעה" />
        </div>
      )}
      {kind === 'content' && (
        <SelectField {...field('after')} label="אחרי השלמת">
          <option value="">בחירה</option>
          {others.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}
