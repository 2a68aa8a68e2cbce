// Edits the weekly hours, with several windows per day.
import { Copy, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import type { Availability, WeekHours } from '../../availability.data.ts'
import { useSaveHours } from '../../availability.data.ts'
import { refusals } from '../../booking-labels.ts'

const weekdays = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת']
type Row = WeekHours[number] & { key: string }

const rowOf = (hours: WeekHours[number]): Row => ({ ...hours, key: crypto.randomUUID() })

const texts = {
  ...refusals,
  windows_overlap: 'יש חלונות זמן חופפים באותו יום',
  window_ends_before_start: 'שעת הסיום צריכה להיות אחרי שעת ההתחלה',
  stale_version: 'השעות נשמרו בינתיים ממקום אחר. מוצג עכשיו מה שנשמר',
}

export function WeekEditor({ schedule }: { schedule: Availability['schedule'] }) {
  const [rows, setRows] = useState<Row[]>(() =>
    schedule.rules.map(({ weekday, start_local, end_local }) =>
      rowOf({ weekday, start: start_local.slice(0, 5), end: end_local.slice(0, 5) }),
    ),
  )
  const [errorText, setErrorText] = useState<string>()
  const saving = useSaveHours(schedule.user_id)
  const change = (key: string, part: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)))

  function save() {
    setErrorText(undefined)
    const hours = rows.map(({ weekday, start, end }) => ({ weekday, start, end }))
    if (hours.some(({ start, end }) => !start || !end)) return setErrorText('חסרה שעה באחד הימים')
    return saving.mutate(
      { schedule, hours },
      {
        onSuccess: () => toast.success('השעות נשמרו'),
        onError: (error) =>
          setErrorText(
            refusalCode(error) in texts ? texts[refusalCode(error) as keyof typeof texts] : refusalText(error),
          ),
      },
    )
  }

  return (
    <SettingsCard
      title="השעות בשבוע"
      action={
        <Button look="primary" busy={saving.isPending} onClick={save}>
          שמירת השעות
        </Button>
      }
    >
      {errorText && <ErrorText>{errorText}</ErrorText>}
      <div className="week">
        {weekdays.map((name, weekday) => {
          const own = rows.filter((row) => row.weekday === weekday).toSorted((a, b) => a.start.localeCompare(b.start))
          return (
            <fieldset key={name} className="week__day">
              <legend>{name}</legend>
              {own.length === 0 && <p>סגור</p>}
              {own.map(({ key, start, end }) => (
                <div key={key} className="week__window">
                  <TimeField
                    name="start"
                    label="מ־"
                    value={start}
                    onValueChange={(value) => change(key, { start: value ?? '' })}
                  />
                  <TimeField
                    name="end"
                    label="עד"
                    value={end}
                    onValueChange={(value) => change(key, { end: value ?? '' })}
                  />
                  <Button
                    look="ghost"
                    iconOnly
                    aria-label={`הסרת ${start} עד ${end}, יום ${name}`}
                    icon={<Icon of={Trash2} />}
                    onClick={() => setRows((before) => before.filter((row) => row.key !== key))}
                  />
                </div>
              ))}
              <div className="week__actions">
                <Button
                  look="ghost"
                  size="sm"
                  icon={<Icon of={Plus} />}
                  aria-label={`הוספת שעות ליום ${name}`}
                  onClick={() =>
                    setRows((before) => [
                      ...before,
                      rowOf({ weekday, start: own.at(-1)?.end ?? '09:00', end: '18:00' }),
                    ])
                  }
                >
                  שעות
                </Button>
                {own.length > 0 && (
                  <Button
                    look="ghost"
                    size="sm"
                    icon={<Icon of={Copy} />}
                    aria-label={`לכל ימי החול, כמו יום ${name}`}
                    onClick={() =>
                      setRows((before) => [
                        ...before.filter((row) => row.weekday > 4 || row.weekday === weekday),
                        ...[0, 1, 2, 3, 4]
                          .filter((day) => day !== weekday)
                          .flatMap((day) => own.map(({ start, end }) => rowOf({ weekday: day, start, end }))),
                      ])
                    }
                  >
                    לכל ימי החול
                  </Button>
                )}
              </div>
            </fieldset>
          )
        })}
      </div>
    </SettingsCard>
  )
}
