import { Plus, Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useAddLostReason, useDeleteLostReason, useSaveLostReason } from '#platform/pipelines/editing.data.ts'
import { useLostReasons } from '#platform/pipelines/pipelines.data.ts'
import { refusals } from '#platform/pipelines/pipelines.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { optimisticValue } from '#platform/editing/optimistic-switch.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'

/** Loss reasons. A reason in use can be hidden, not deleted. */
export function LostReasonsCard() {
  const reasons = useLostReasons()
  const save = useSaveLostReason()
  const remove = useDeleteLostReason()
  const showError = (error: Error) => void toast.error(refusalText(error, refusals))
  const inFlight = {
    isPending: save.isPending,
    variables: save.variables && { id: save.variables.seen.id, ...save.variables.values },
  }
  return (
    <SettingsCard
      title="סיבות לאי־סגירה"
      text="מהרשימה הזאת בוחרים כשהזדמנות לא נסגרת. סיבה כבויה לא מוצעת יותר, ונשארת במה שכבר נרשם."
    >
      {reasons.isPending && <Loading />}
      {!reasons.data && reasons.error && (
        <FailedToLoad insteadOf={reasons.data} error={reasons.error} onRetry={() => void reasons.refetch()} />
      )}
      <ul className="reason-rows">
        {reasons.data?.map((reason) => (
          <li key={reason.id}>
            <Switch
              label={reason.name}
              checked={optimisticValue(inFlight, reason, 'is_active')}
              onChange={(event) =>
                save.mutate({ seen: reason, values: { is_active: event.target.checked } }, { onError: showError })
              }
            />
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`מחיקה: ${reason.name}`}
              icon={<Icon of={Trash2} />}
              onClick={() =>
                remove.mutate(reason.id, { onSuccess: () => toast.success('הסיבה נמחקה'), onError: showError })
              }
            />
          </li>
        ))}
      </ul>
      <AddReason position={(reasons.data?.length ?? 0) + 1} />
    </SettingsCard>
  )
}

function AddReason({ position }: { position: number }) {
  const add = useAddLostReason()
  const [errorText, setErrorText] = useState<string | undefined>()
  const element = useUnsavedForm(null)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = () => oneLine(formText(new FormData(form), 'name'))
    const name = typed()
    if (!name) return setErrorText('שדה חובה')
    setErrorText(undefined)
    add.mutate(
      { name, position },
      {
        onSuccess: () => typed() === name && form.reset(),
        onError: (error) => setErrorText(refusalText(error, refusals)),
      },
    )
  }
  return (
    <form ref={element} className="reason-add" onSubmit={submit} noValidate>
      <TextField label="סיבה נוספת" name="name" maxLength={60} autoComplete="off" error={errorText} />
      <Button type="submit" busy={add.isPending} icon={<Icon of={Plus} />}>
        הוספה
      </Button>
    </form>
  )
}
