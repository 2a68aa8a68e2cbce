import { Fragment, useEffect, useState } from 'react'
import { EvergreenDates, FixedDates, staffRefusals } from '#features/launches/launch-edit.ts'
import { useChangeLaunch } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { dayOf, formatTime } from '#lib/time/dates.ts'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { hasUnsaved, useUnsavedForm } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'

const fields = { launch_dates_in_order: 'closeDay' }

const columns = ['prelaunch_at', 'cart_opens_at', 'cart_closes_at', 'cart_after_hours', 'cart_hours'] as const
type Dates = Partial<{
  prelaunch_at: string
  cart_opens_at: string
  cart_closes_at: string
  cart_after_hours: number
  cart_hours: number
}>

const datesOf = (launch: Launch) => JSON.stringify(columns.map((column) => launch[column]))

/** Instants are compared as times, because their text formats differ. */
const isSame = (one: string | number, other: string | number | null) =>
  typeof one === 'string' && typeof other === 'string' ? Date.parse(one) === Date.parse(other) : one === other

/** Only fields that differ from the launch, so that a colleague's change of another date is preserved. */
const changedDates = (dates: Dates, launch: Launch): Dates =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const date = dates[column]
      return date === undefined || isSame(date, launch[column]) ? [] : [[column, date]]
    }),
  ) as Dates

/** The dates of the launch, in Israel time. The windows of current participants move with them. */
export function LaunchDates({ launch: latest }: { launch: Launch }) {
  // The version that the fields show. A version that arrives during unsaved edits, from a save elsewhere on the screen, does not replace
  // it.
  const [launch, setLaunch] = useState(latest)
  const [saves, setSaves] = useState(0)
  const form = useUnsavedForm(saves, datesOf(launch))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what is unsaved is read from the fields
    if (!hasUnsaved('end')) setLaunch(latest)
  }, [latest, saves])
  const isFixed = launch.mode === 'fixed'
  const { errors, read, refused } = useValidatedForm(isFixed ? FixedDates : EvergreenDates, {
    refusals: staffRefusals,
    fields,
  })
  const saving = useChangeLaunch()
  return (
    <Block title="תאריכים">
      <form
        ref={form}
        className="product__form"
        noValidate
        onSubmit={(event) => {
          const dates = read(event)
          if (!dates) return
          const changed = changedDates(dates, launch)
          const saved = () => {
            setSaves((n) => n + 1)
            toast.success('התאריכים נשמרו, וההודעות זזו איתם')
          }
          if (Object.keys(changed).length === 0) return saved()
          saving.mutateAsync({ id: launch.id, ...changed }).then(saved, refused)
        }}
      >
        <FormError>{errors['all']}</FormError>
        <Fragment key={datesOf(launch)}>
          <Pair name="start" label="תחילת הסדרה" at={launch.prelaunch_at} errors={errors} />
          {isFixed ? (
            <>
              <Pair name="open" label="פתיחת ההרשמה" at={launch.cart_opens_at} errors={errors} />
              <Pair name="close" label="סגירת ההרשמה" at={launch.cart_closes_at} errors={errors} />
            </>
          ) : (
            <div className="product__pair">
              <TextField
                name="cart_after_hours"
                label="ההרשמה נפתחת, שעות אחרי ההצטרפות"
                inputMode="numeric"
                defaultValue={launch.cart_after_hours ?? ''}
                error={errors['cart_after_hours']}
              />
              <TextField
                name="cart_hours"
                label="ההרשמה פתוחה, שעות"
                inputMode="numeric"
                defaultValue={launch.cart_hours ?? ''}
                error={errors['cart_hours']}
              />
            </div>
          )}
        </Fragment>
        <Button type="submit" look="secondary" busy={saving.isPending}>
          שמירת התאריכים
        </Button>
      </form>
    </Block>
  )
}

type PairProps = { name: string; label: string; at: string | null; errors: Partial<Record<string, string>> }

const Pair = ({ name, label, at, errors }: PairProps) => (
  <div className="product__pair">
    <DayField name={`${name}Day`} label={label} defaultValue={at ? dayOf(at) : ''} error={errors[`${name}Day`]} />
    <TimeField
      name={`${name}Time`}
      label={`${label}, שעה`}
      defaultValue={at ? formatTime(at) : ''}
      error={errors[`${name}Time`]}
    />
  </div>
)
