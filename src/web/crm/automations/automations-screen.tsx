// The list of automations with their run counts, and the search by the tag, field or stage that they use.
import '#features/campaigns/screens/email.css'
import './automations.css'
import { Plus, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  type ShownAutomation,
  useAutomations,
  useCreateAutomation,
  useImpact,
} from '#features/automations/automations.data.ts'
import { useAutomationFigures } from '#features/automations/figures.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { describeTrigger } from '#features/automations/describe.ts'
import { emptyDefinition } from '#features/automations/engine/definition.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AutomationBadge } from './automation-badge.tsx'
import { countOf, countsText, exitsOf, activeRunCount, lastErrorOf } from './figures.ts'
import { RecipesDialog } from './recipes-dialog.tsx'
import { type Choices, useChoices } from './use-choices.ts'

export function Component() {
  useScreenTitle('אוטומציות')
  const automations = useAutomations('automation')
  const known = useChoices()
  const [touched, setTouched] = useState('')
  const { data: touching } = useImpact(touched)
  const [isChoosing, setChoosing] = useState(false)
  const create = useCreateAutomation()
  const navigate = useNavigate()
  if (automations.isLoadingError)
    return (
      <FailedToLoad insteadOf={automations.data} error={automations.error} onRetry={() => void automations.refetch()} />
    )
  if (!automations.data || !known) return <Loading page size="lg" />
  const begin = () =>
    create.mutate(
      {
        name: 'אוטומציה חדשה',
        kind: 'automation',
        definition: emptyDefinition({ type: 'event', event: 'lead.captured', match: {} }),
      },
      {
        onSuccess: (id) => void navigate(`/crm/automations/${id}`),
        onError: (error) => toast.error(refusalText(error, refusals), { title: 'האוטומציה לא נפתחה' }),
      },
    )
  const shown = touched
    ? automations.data.filter(({ id, current_version: version }) =>
        touching?.some((one) => one.automation_id === id && one.version === version),
      )
    : automations.data
  return (
    <div className="view">
      <div className="view__head">
        <h1>אוטומציות</h1>
        <div className="view__end">
          <Button icon={<Icon of={WandSparkles} />} onClick={() => setChoosing(true)}>
            מתכונים מוכנים
          </Button>
          <Button look="primary" busy={create.isPending} icon={<Icon of={Plus} />} onClick={begin}>
            אוטומציה חדשה
          </Button>
        </div>
      </div>
      {automations.data.length === 0 ? (
        <EmptyState
          title="דברים שקורים מעצמם"
          text="אוטומציה מתחילה כשמשהו קורה: פנייה, תגית, שלב, תאריך. לפני שמפעילים רואים בסימולציה מה היה קורה בחודש האחרון."
          action={
            <Button look="primary" onClick={() => setChoosing(true)}>
              בחירת מתכון
            </Button>
          }
        />
      ) : (
        <>
          <ImpactSearch choices={known.choices} value={touched} onChange={setTouched} />
          {shown.length === 0 ? (
            <p className="automation__note">אף אוטומציה שפורסמה לא נוגעת בזה.</p>
          ) : (
            <List automations={shown} trigger={(one) => describeTrigger(one.definition, known.names)} />
          )}
        </>
      )}
      <RecipesDialog open={isChoosing} names={known.names} onClose={() => setChoosing(false)} />
    </div>
  )
}

const ImpactSearch = ({
  choices,
  value,
  onChange,
}: {
  choices: Choices
  value: string
  onChange: (value: string) => void
}) => {
  const group = (label: string, prefix: string, all: readonly { id: string; text: string }[]) =>
    all.length > 0 && (
      <optgroup label={label}>
        {all.map(({ id, text }) => (
          <option key={id} value={`${prefix}:${id}`}>
            {text}
          </option>
        ))}
      </optgroup>
    )
  return (
    <div className="automation automation__filter">
      <SelectField
        name="touches"
        label="מה נוגע בזה?"
        hint="תגית, שדה, שלב, תבנית או טופס: אילו אוטומציות קוראות או משנות אותם."
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">כל האוטומציות</option>
        {group('תגיות', 'tag', choices.tags)}
        {group('שדות', 'field', choices.fields)}
        {group('שלבים', 'stage', choices.stages)}
        {group('תבניות', 'template', choices.templates)}
        {group('טפסים', 'form', choices.forms)}
      </SelectField>
    </div>
  )
}

type ListProps = { automations: readonly ShownAutomation[]; trigger: (one: ShownAutomation) => string }

function List({ automations, trigger }: ListProps) {
  const { data: figures = [] } = useAutomationFigures()
  return (
    <Table label="האוטומציות">
      <thead>
        <tr>
          <th scope="col">אוטומציה</th>
          <th scope="col">מצב</th>
          <th scope="col" className="table__wide">
            בפנים
          </th>
          <th scope="col" className="table__wide">
            הסתיימו
          </th>
          <th scope="col" className="table__wide">
            יצאו
          </th>
          <th scope="col" className="table__wide">
            תקלה אחרונה
          </th>
        </tr>
      </thead>
      <tbody>
        {automations.map((one) => (
          <tr key={one.id}>
            <td className="email-title">
              <Link to={`/crm/automations/${one.id}`}>{one.name}</Link>
              <small>{trigger(one)}</small>
              <small className="automation__narrow">{countsText(figures, one.id)}</small>
            </td>
            <td>
              <AutomationBadge status={one.status} pausedBecause={one.paused_because} />
            </td>
            <td className="table__wide">{activeRunCount(figures, one.id)}</td>
            <td className="table__wide">{countOf(figures, one.id, 'completed')}</td>
            <td className="table__wide">
              {exitsOf(figures, one.id)
                .map(({ text, runs }) => `${text} ${runs}`)
                .join(', ') || '–'}
            </td>
            <td className="table__wide">
              <bdi>{lastErrorOf(figures, one.id) ?? '–'}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
