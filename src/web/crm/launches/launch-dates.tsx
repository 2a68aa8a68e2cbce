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
import { toast } from '#ui/toast/toast.tsx'

const fields = { launch_dates_in_order: 'closeDay' }

/** The dates, by Israel time. Participants inside move with them. */
export function LaunchDates({ launch }: { launch: Launch }) {
  const isFixed = launch.mode === 'fixed'
  const { faults, read, refused } = useValidatedForm(isFixed ? FixedDates : EvergreenDates, {
    refusals: staffRefusals,
    fields,
  })
  const saving = useChangeLaunch()
  return (
    <Block title="תאריכים">
      <form
        className="product__form"
        noValidate
        onSubmit={(event) => {
          const dates = read(event)
          if (!dates) return
          saving.mutate(
            { id: launch.id, ...dates },
            { onSuccess: () => void toast.success('התאריכים נשמרו, וההודעות זזו איתם'), onError: refused },
          )
        }}
      >
        <FormError>{faults['all']}</FormError>
        <Pair name="start" label="תחילת הסדרה" at={launch.prelaunch_at} faults={faults} />
        {isFixed ? (
          <>
            <Pair name="open" label="פתיחת ההרשמה" at={launch.cart_opens_at} faults={faults} />
            <Pair name="close" label="סגירת ההרשמה" at={launch.cart_closes_at} faults={faults} />
          </>
        ) : (
          <div className="product__pair">
            <TextField
              name="cart_after_hours"
              label="ההרשמה נפתחת, שעות אחרי ההצטרפות"
              inputMode="numeric"
              defaultValue={launch.cart_after_hours ?? ''}
              error={faults['cart_after_hours']}
            />
            <TextField
              name="cart_hours"
              label="ההרשמה פתוחה, שעות"
              inputMode="numeric"
              defaultValue={launch.cart_hours ?? ''}
              error={faults['cart_hours']}
            />
          </div>
        )}
        <Button type="submit" look="secondary" busy={saving.isPending}>
          שמירת התאריכים
        </Button>
      </form>
    </Block>
  )
}

type PairProps = { name: string; label: string; at: string | null; faults: Partial<Record<string, string>> }

const Pair = ({ name, label, at, faults }: PairProps) => (
  <div className="product__pair">
    <DayField name={`${name}Day`} label={label} defaultValue={at ? dayOf(at) : ''} error={faults[`${name}Day`]} />
    <TimeField
      name={`${name}Time`}
      label={`${label}, שעה`}
      defaultValue={at ? formatTime(at) : ''}
      error={faults[`${name}Time`]}
    />
  </div>
)
