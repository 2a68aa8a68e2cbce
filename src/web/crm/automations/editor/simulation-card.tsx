// "What would have happened": the last 30 days, or one contact from now on. Nothing is sent.
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useSimulation } from '#features/automations/automations.data.ts'
import {
  admissionLabels,
  exitReasonLabels,
  outcomeLabels,
  refusals,
  type SimulatedAutomation,
  skipReasonLabels,
} from '#features/automations/automations.ts'
import { describeStep, type Names } from '#features/automations/describe.ts'
import type { Definition } from '#features/automations/engine/definition.ts'
import { findStep } from '#features/automations/engine/flow.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Button } from '#ui/button.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { id: string; definition: Definition; names: Names }

export function SimulationCard({ id, definition, names }: Props) {
  const simulation = useSimulation()
  const [contact, setContact] = useState<PickerItem | null>(null)
  const run = (contactId?: string) =>
    simulation.mutate(
      { id, definition, ...(contactId && { contactId }) },
      { onError: (error) => toast.error(refusalText(error, refusals), { title: 'הסימולציה לא הושלמה' }) },
    )
  return (
    <SettingsCard title="סימולציה" text="בודקים מה היה קורה, לפי מה שקרה באמת. שום דבר לא נשלח ולא משתנה.">
      <div className="automation__fields">
        <Button icon={<Icon of={FlaskConical} />} busy={simulation.isPending} onClick={() => run()}>
          30 הימים האחרונים
        </Button>
        <ContactPicker label="או: בדיקה על איש קשר" optional="(לא חובה)" value={contact} onChange={setContact} />
        <Button disabled={!contact} busy={simulation.isPending} onClick={() => contact && run(contact.id)}>
          בדיקה על איש הקשר
        </Button>
      </div>
      {simulation.data && <Answer answer={simulation.data} steps={definition.steps} names={names} />}
    </SettingsCard>
  )
}

type AnswerProps = { answer: SimulatedAutomation; steps: Definition['steps']; names: Names }

export function Answer({ answer, steps, names }: AnswerProps) {
  const { entered, refused, exits, runs, isApproximate, isPartial } = answer
  const stepText = (id: string) => {
    const step = findStep(steps, id)
    return step ? describeStep(step, names) : ''
  }
  return (
    <output className="automation__conditions" aria-label="תוצאת הסימולציה">
      <b>
        {count(entered, {
          one: 'איש קשר אחד היה נכנס',
          two: 'שני אנשי קשר היו נכנסים',
          other: '# אנשי קשר היו נכנסים',
        })}
      </b>
      {isPartial && <p className="automation__note">יש יותר אירועים ממה שסימולציה אחת קוראת, ולכן מוצג חלק מהם.</p>}
      {isApproximate && (
        <p className="automation__note">חלק מהתנאים נבדקו לפי הערך של השדה היום, כי הערכים הקודמים לא נשמרים.</p>
      )}
      {answer.steps.length > 0 && (
        <ul className="automation__lines" aria-label="לפי צעד">
          {answer.steps
            .filter(({ outcome }) => outcome !== 'waiting')
            .map(({ stepId, outcome, runs: times }) => (
              <li key={`${stepId} ${outcome}`}>
                {stepText(stepId)}: {outcomeLabels[outcome]},{' '}
                {count(times, { one: 'פעם אחת', two: 'פעמיים', other: '# פעמים' })}
              </li>
            ))}
        </ul>
      )}
      {exits.length > 0 && (
        <p className="automation__note">
          יציאות:{' '}
          {exits.map(({ reason, runs: times }) => `${exitReasonLabels[reason] ?? reason} (${times})`).join(', ')}
        </p>
      )}
      {refused.length > 0 && (
        <p className="automation__note">
          לא היו נכנסים: {refused.map(({ why, contacts }) => `${admissionLabels[why] ?? why} (${contacts})`).join(', ')}
        </p>
      )}
      {runs.map((run) => (
        <Disclosure
          key={`${run.contactId} ${run.enteredAt}`}
          title={
            <>
              <bdi>{run.name}</bdi>, {formatDate(run.enteredAt)} {formatTime(run.enteredAt)}
              {run.exitReason && `, יציאה: ${exitReasonLabels[run.exitReason] ?? run.exitReason}`}
            </>
          }
        >
          <ol className="automation__lines">
            {run.lines.map((line, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines have no identity of their own
              <li key={i}>
                {formatDate(line.at)} {formatTime(line.at)}: {stepText(line.stepId)}. {outcomeLabels[line.outcome]}
                {line.reason && `: ${skipReasonLabels[line.reason] ?? line.reason}`}
                {line.unsent && ', לא הייתה נשלחת: אין הסכמה לדיוור'}
                {line.sendAt &&
                  line.sendAt !== line.at &&
                  `, הייתה נשלחת ב־${formatDate(line.sendAt)} ${formatTime(line.sendAt)}`}
              </li>
            ))}
          </ol>
        </Disclosure>
      ))}
    </output>
  )
}
