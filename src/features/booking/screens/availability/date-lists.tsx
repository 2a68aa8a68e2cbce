// Lists of date overrides, time off and school breaks, with add and delete.
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { formatDate, formatTime, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import {
  type Availability,
  useAddSchoolBreak,
  useAddTimeOff,
  useDeleteOverride,
  useDeleteSchoolBreak,
  useDeleteTimeOff,
  useSaveOverride,
} from '../../availability.data.ts'
import { refusals } from '../../booking-labels.ts'
import { dateRefusals, OverrideEdit, SchoolBreakEdit, TimeOffEdit } from '../../date-forms.ts'

const texts = { ...refusals, ...dateRefusals }
const showError = (error: unknown) => toast.error(refusalText(error, texts))

type Line = { key: string; text: string; onDelete?: () => void }
type DateCardProps = { title: string; note: string; add: string; lines: Line[]; form: ReactNode; mayAdd?: boolean }

function DateCard({ title, note, add, lines, form, mayAdd = true }: DateCardProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <SettingsCard
      title={title}
      text={note}
      action={
        mayAdd && (
          <Button size="sm" icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
            {add}
          </Button>
        )
      }
    >
      {lines.length > 0 && (
        <ul className="date-lines">
          {lines.map(({ key, text, onDelete }) => (
            <li key={key}>
              <span dir="auto">{text}</span>
              {onDelete && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  aria-label={`הסרת ${text}`}
                  icon={<Icon of={Trash2} />}
                  onClick={onDelete}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <RecordDialog open={isAdding} onClose={() => setAdding(false)} title={add}>
        {form}
      </RecordDialog>
    </SettingsCard>
  )
}

export function Overrides({ schedule, today }: { schedule: Availability['schedule']; today: string }) {
  const saving = useSaveOverride(schedule.user_id)
  const removing = useDeleteOverride(schedule.user_id)
  const ahead = schedule.overrides.filter(({ day }) => day >= today).toSorted((a, b) => a.day.localeCompare(b.day))
  return (
    <DateCard
      title="תאריכים עם שעות משלהם"
      note="במקום השעות הרגילות, גם בשבת ובחג."
      add="תאריך"
      lines={ahead.map((one) => ({
        key: one.day,
        text: `${formatDate(one.day)}: ${one.windows.length > 0 ? one.windows.map(({ start, end }) => `${start} עד ${end}`).join(', ') : 'סגור'}`,
        onDelete: () => removing.mutate(one, { onError: showError }),
      }))}
      form={
        <RecordForm
          schema={OverrideEdit}
          refusals={texts}
          save={({ day, windows }) => saving.mutateAsync({ schedule_id: schedule.id, day, windows })}
          saved="התאריך נשמר"
          action="שמירה"
        >
          {(errors) => (
            <>
              <DayField name="day" label="יום" min={today} error={errors['day']} required />
              <TimeField name="start" label="משעה" hint="בלי שעות: היום סגור" error={errors['start']} />
              <TimeField name="end" label="עד שעה" error={errors['end']} />
              <TimeField name="second_start" label="וגם משעה" hint="לא חובה" error={errors['second_start']} />
              <TimeField name="second_end" label="עד שעה, בפעם השנייה" error={errors['second_end']} />
            </>
          )}
        </RecordForm>
      }
    />
  )
}

export function TimeOffList({
  host,
  timeOff,
  today,
}: {
  host: string
  timeOff: Availability['timeOff']
  today: string
}) {
  const adding = useAddTimeOff(host)
  const removing = useDeleteTimeOff(host)
  const at = (instant: string) => `${formatDate(instant)}, ${formatTime(instant)}`
  return (
    <DateCard
      title="היעדרויות"
      note="חופשה או סידורים. בזמן הזה לא מוצעות שעות."
      add="היעדרות"
      lines={timeOff.map(({ id, starts_at, ends_at, note, is_public }) => ({
        key: id,
        text: [`${at(starts_at)} עד ${at(ends_at)}`, note, is_public && 'מוצגת בעמוד הקביעה']
          .filter(Boolean)
          .join(' · '),
        onDelete: () => removing.mutate(id, { onError: showError }),
      }))}
      form={
        <RecordForm
          schema={TimeOffEdit}
          refusals={texts}
          fields={{ time_off_ends_before_start: 'end', time_off_too_long: 'until_on', public_note_missing: 'note' }}
          save={({ from_on, until_on, start, end, note, is_public }) =>
            adding.mutateAsync({
              starts_at: instantAt(from_on, start ?? '00:00').toISOString(),
              ends_at: (end ? instantAt(until_on, end) : instantAt(addDays(until_on, 1), '00:00')).toISOString(),
              note,
              is_public,
            })
          }
          saved="ההיעדרות נשמרה"
          action="שמירה"
        >
          {(errors) => (
            <>
              <DayField name="from_on" label="מיום" min={today} error={errors['from_on']} required />
              <TimeField name="start" label="משעה" hint="בלי שעה: מתחילת היום" error={errors['start']} />
              <DayField name="until_on" label="עד יום" min={today} error={errors['until_on']} required />
              <TimeField name="end" label="עד שעה" hint="בלי שעה: עד סוף היום" error={errors['end']} />
              <TextField name="note" label="הערה" optional="(לא חובה)" maxLength={120} error={errors['note']} />
              <CheckField
                name="is_public"
                label="להציג את ההערה בעמוד הקביעה"
                hint="מי שמחפשים שעה רואים את התאריכים ואת ההערה"
              />
            </>
          )}
        </RecordForm>
      }
    />
  )
}

export function SchoolBreaks({
  host,
  breaks,
  today,
}: {
  host: string
  breaks: Availability['schoolBreaks']
  today: string
}) {
  const isBoss = isAdmin(useOwnRoles())
  const adding = useAddSchoolBreak(host)
  const removing = useDeleteSchoolBreak(host)
  return (
    <DateCard
      title="חופשות לימודים"
      note="לכל הצוות. כל אחת ואחד בוחרים אם הן סוגרות את היומן."
      add="חופשת לימודים"
      mayAdd={isBoss}
      lines={breaks.map(({ id, name, from_on, until_on }) => ({
        key: id,
        text: `${name}: ${formatDate(from_on)} עד ${formatDate(until_on)}`,
        ...(isBoss && { onDelete: () => removing.mutate(id, { onError: showError }) }),
      }))}
      form={
        <RecordForm
          schema={SchoolBreakEdit}
          refusals={texts}
          fields={{ school_break_too_long: 'until_on' }}
          save={(row) => adding.mutateAsync(row)}
          saved="החופשה נשמרה"
          action="שמירה"
        >
          {(errors) => (
            <>
              <TextField name="name" label="שם" maxLength={60} error={errors['name']} required />
              <DayField name="from_on" label="מיום" min={today} error={errors['from_on']} required />
              <DayField name="until_on" label="עד יום" min={today} error={errors['until_on']} required />
            </>
          )}
        </RecordForm>
      }
    />
  )
}
