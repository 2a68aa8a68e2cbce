import { formatPosition } from '#platform/player/player-time.ts'
import { useState } from 'react'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { staffRefusals } from '../webinar-edit.ts'
import { type InteractionKind, interactionKinds } from '../webinar-labels.ts'
import type { WebinarRow } from '../webinars.data.ts'
import { interactionLabels, secondOfText } from './interaction-texts.ts'
import { type Interaction, useSaveInteraction } from './interactions.data.ts'

const line = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, `עד ${max} תווים`))

const EditInteraction = z
  .object({
    kind: z.enum(interactionKinds),
    title: line(160).pipe(z.string().min(1, 'צריך כותרת')),
    body: z.string().transform(plainText).pipe(z.string().max(600, 'עד 600 תווים')).default(''),
    choices: z
      .string()
      .transform((text) => text.split('\n').map(oneLine).filter(Boolean))
      .pipe(z.array(z.string().max(120, 'עד 120 תווים לאפשרות')).max(8, 'עד 8 אפשרויות'))
      .default([]),
    link: line(500)
      .pipe(z.union([z.literal(''), z.string().regex(/^(\/[^/]|https:\/\/)/, 'כתובת באתר, או כתובת שמתחילה ב־https')]))
      .default(''),
    at: z
      .string()
      .transform((text) => (text.trim() ? secondOfText(text) : null))
      .refine((second) => second === null || (second !== undefined && second <= 28_800), 'למשל: 45:00'),
    minutes: z.coerce.number<unknown>('מספר דקות').int('מספר שלם').min(1, 'לפחות דקה').max(10_080, 'עד שבוע'),
  })
  .refine(({ kind, choices }) => kind !== 'poll' || choices.length >= 2, {
    path: ['choices'],
    message: 'לסקר צריך לפחות שתי אפשרויות',
  })
  .refine(({ kind, link }) => link !== '' || (kind !== 'offer' && kind !== 'handout'), {
    path: ['link'],
    message: 'צריך כתובת',
  })

type Props = {
  webinar: Pick<WebinarRow, 'id' | 'duration_minutes'>
  interaction: Interaction | undefined
  /** The initial second of a new interaction. */
  at?: number | undefined
  open: boolean
  onClose: () => void
}

/** Adds or edits an interaction. Its time can be entered here or moved on the ruler. */
export function InteractionDialog({ webinar, interaction, at, open, onClose }: Props) {
  return (
    <RecordDialog open={open} onClose={onClose} title={interaction ? 'עריכת רגע' : 'רגע חדש'}>
      <Fields key={interaction?.id ?? `new ${at}`} webinar={webinar} interaction={interaction} at={at} />
    </RecordDialog>
  )
}

function Fields({ webinar, interaction, at: placed }: Pick<Props, 'webinar' | 'interaction' | 'at'>) {
  const second = interaction ? interaction.at_second : placed
  const save = useSaveInteraction(webinar.id)
  const { seen, noteConflict } = useSeenRow(interaction)
  const [kind, setKind] = useState<InteractionKind>(interaction?.kind ?? 'poll')
  return (
    <RecordForm
      schema={EditInteraction}
      values={{ kind }}
      refusals={staffRefusals}
      save={({ at, minutes, link, ...values }) =>
        noteConflict(
          save.mutateAsync({
            seen,
            values: { ...values, link: link || null, at_second: at ?? null, open_seconds: minutes * 60 },
          }),
        )
      }
      saved="נשמר"
      action="שמירה"
    >
      {(errors) => (
        <>
          {!interaction && (
            <SelectField
              name="kind"
              label="סוג"
              value={kind}
              onChange={({ target }) => setKind(target.value as InteractionKind)}
            >
              {interactionKinds.map((one) => (
                <option key={one} value={one}>
                  {interactionLabels[one]}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            name="title"
            label={kind === 'poll' ? 'השאלה' : 'כותרת'}
            required
            autoComplete="off"
            defaultValue={interaction?.title}
            error={errors['title']}
          />
          <TextAreaField name="body" label="פירוט" rows={2} defaultValue={interaction?.body} error={errors['body']} />
          {kind === 'poll' && (
            <TextAreaField
              name="choices"
              label="אפשרויות, שורה לכל אחת"
              rows={4}
              required
              defaultValue={interaction?.choices.join('\n')}
              error={errors['choices']}
            />
          )}
          {(kind === 'offer' || kind === 'handout') && (
            <TextField
              name="link"
              label="לאן מובילה הלחיצה"
              dir="ltr"
              required
              autoComplete="off"
              defaultValue={interaction?.link ?? ''}
              error={errors['link']}
            />
          )}
          <TextField
            name="at"
            label="באיזה רגע (דקות:שניות)"
            hint="ריק: המנחים פותחים בעצמם"
            dir="ltr"
            autoComplete="off"
            defaultValue={second == null ? '' : formatPosition(second)}
            error={errors['at']}
          />
          <TextField
            name="minutes"
            label="פתוח, בדקות"
            inputMode="numeric"
            required
            defaultValue={interaction ? Math.max(1, Math.round(interaction.open_seconds / 60)) : 10}
            error={errors['minutes']}
          />
        </>
      )}
    </RecordForm>
  )
}
