import { type SubmitEvent, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { OwnerSelect } from '#platform/accounts/staff-select.tsx'
import { type ShownMember, undoHandover, useHandOver, useInvalidateTeam } from '#features/team/team.data.ts'
import { leadingRoles, refusals } from '#features/team/team.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { meetingsLeftText, workloadText } from './workload-text.ts'

type Props = { member: ShownMember | undefined; leaves: boolean; onClose: () => void }

/** Reassigns a member's open work; with `leaves` also deactivates the member. Shows the counts first. */
export function HandOverDialog({ member, leaves, onClose }: Props) {
  return (
    <Dialog
      open={member !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={member && `${leaves ? 'סיום העבודה של' : 'העברת הטיפול של'} ${isolate(member.name)}`}
      text={
        leaves
          ? 'הכניסה למערכת נסגרת מיד, בכל מכשיר. ההיסטוריה נשארת, ואפשר להחזיר.'
          : 'מה שפתוח עובר הלאה. מה שכבר נסגר נשאר על שמם.'
      }
    >
      {member && <HandOverForm member={member} leaves={leaves} onDone={onClose} />}
    </Dialog>
  )
}

function HandOverForm({ member, leaves, onDone }: { member: ShownMember; leaves: boolean; onDone: () => void }) {
  const backend = useBackend()
  const handOver = useHandOver()
  const readAgain = useInvalidateTeam()
  const [heirs, setHeirs] = useState<{
    contacts?: string | null
    processes?: string | null
    opportunities?: string | null
    tasks?: string | null
  }>({})
  const [errorText, setErrorText] = useState<string>()
  // Also set by a refusal: a process may have been assigned since the team was loaded.
  const [asksCoach, setAsksCoach] = useState(member.processes > 0)
  const [isCoachMissing, setCoachMissing] = useState(false)
  const { data: staff = [] } = useStaff()
  const { contacts, processes, opportunities, tasks, meetings } = member
  const load = workloadText({ contacts, processes, opportunities, tasks })
  // The first chosen assignee is the default for the rest.
  const first = heirs.contacts ?? null
  const leads = staff.some(
    ({ user_id: id, roles }) => id === first && roles.some((role) => leadingRoles.some((leading) => leading === role)),
  )
  const selected = {
    contacts_to: first,
    processes_to: heirs.processes === undefined ? (leads ? first : null) : heirs.processes,
    opportunities_to: heirs.opportunities === undefined ? first : heirs.opportunities,
    tasks_to: heirs.tasks === undefined ? first : heirs.tasks,
  }
  const name = isolate(member.name)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (handOver.isPending) return
    if (asksCoach && selected.processes_to === null) {
      setCoachMissing(true)
      event.currentTarget.querySelector<HTMLSelectElement>('[name=processes_to]')?.focus()
      return
    }
    handOver.mutate(
      { member: member.user_id, leaves, ...selected },
      {
        onSuccess(handover) {
          onDone()
          offerUndo({
            title: leaves ? `${name} כבר לא בצוות` : `הטיפול של ${name} עבר הלאה`,
            async undo() {
              const skipped = await undoHandover(backend, handover)
              await readAgain()
              if (skipped > 0) toast.info(skippedRowsText(skipped))
            },
            explain: (error) => refusalText(error, refusals),
          })
        },
        onError(error) {
          setErrorText(refusalText(error, refusals))
          if (refusalCode(error) === 'processes_need_coach') setAsksCoach(true)
        },
      },
    )
  }
  const select = { without: member.user_id, emptyLabel: 'לאף אחד, ישובץ אחר כך' }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody>
        <FormError>{errorText}</FormError>
        {load.length > 0 ? (
          <div className="handing">
            <p>באמצע טיפול עכשיו:</p>
            <ul>
              {load.map((signature) => (
                <li key={signature}>{signature}</li>
              ))}
            </ul>
          </div>
        ) : meetings > 0 ? null : (
          <p className="handing">אין דבר פתוח על שמם, ושום דבר לא נשאר בלי טיפול.</p>
        )}
        {meetings > 0 && <p className="handing">{meetingsLeftText(meetings)}</p>}
        {contacts > 0 && (
          <OwnerSelect
            {...select}
            name="contacts_to"
            label="אנשי הקשר עוברים אל"
            value={selected.contacts_to}
            onChange={(heir) => setHeirs({ ...heirs, contacts: heir })}
          />
        )}
        {asksCoach && (
          <OwnerSelect
            {...select}
            emptyLabel="בחירת מלווה"
            error={isCoachMissing && selected.processes_to === null ? refusals.processes_need_coach : undefined}
            withRole={leadingRoles}
            name="processes_to"
            label="תהליכי הליווי הפתוחים עוברים אל"
            value={selected.processes_to}
            onChange={(heir) => setHeirs({ ...heirs, processes: heir })}
          />
        )}
        {opportunities > 0 && (
          <OwnerSelect
            {...select}
            name="opportunities_to"
            label="ההזדמנויות הפתוחות עוברות אל"
            value={selected.opportunities_to}
            onChange={(heir) => setHeirs({ ...heirs, opportunities: heir })}
          />
        )}
        {tasks > 0 && (
          <OwnerSelect
            {...select}
            anybody
            name="tasks_to"
            label="המשימות הפתוחות עוברות אל"
            value={selected.tasks_to}
            onChange={(heir) => setHeirs({ ...heirs, tasks: heir })}
          />
        )}
      </DialogBody>
      <FormActions words={leaves ? 'סיום העבודה במערכת' : 'העברת הטיפול'} busy={handOver.isPending} onBack={onDone} />
    </form>
  )
}

const skippedRowsText = (skipped: number) =>
  count(skipped, {
    one: 'דבר אחד כבר עבר הלאה בינתיים, ונשאר אצל מי שקיבל אותו',
    two: 'שני דברים כבר עברו הלאה בינתיים, ונשארו אצל מי שקיבל אותם',
    other: '# דברים כבר עברו הלאה בינתיים, ונשארו אצל מי שקיבל אותם',
  })
