// The list of sequences.
import '../automations.css'
import { Plus } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useAutomations, useCreateAutomation } from '#features/automations/automations.data.ts'
import { useAutomationFigures } from '#features/automations/figures.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { emptyDefinition } from '#features/automations/engine/definition.ts'
import { rowsOf } from '#features/automations/sequence-rows.ts'
import { count } from '#lib/hebrew/count.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AutomationBadge } from '../automation-badge.tsx'
import { countOf, countsText, exitsOf, activeRunCount } from '../figures.ts'

export function Component() {
  useScreenTitle('רצפים')
  const { data: sequences, error, isLoadingError, refetch } = useAutomations('sequence')
  const { data: figures = [] } = useAutomationFigures()
  const create = useCreateAutomation()
  const navigate = useNavigate()
  if (isLoadingError) return <FailedToLoad insteadOf={sequences} error={error} onRetry={() => void refetch()} />
  if (!sequences) return <Loading page size="lg" />
  const begin = () =>
    create.mutate(
      {
        name: 'רצף חדש',
        kind: 'sequence',
        definition: {
          ...emptyDefinition({ type: 'event', event: 'consent.granted', match: {} }),
          filters: [{ about: 'consent', is: true }],
        },
      },
      {
        onSuccess: (id) => void navigate(`/crm/email/sequences/${id}`),
        onError: (failure) => toast.error(refusalText(failure, refusals), { title: 'הרצף לא נפתח' }),
      },
    )
  const button = (
    <Button look="primary" busy={create.isPending} icon={<Icon of={Plus} />} onClick={begin}>
      רצף חדש
    </Button>
  )
  if (sequences.length === 0)
    return (
      <EmptyState
        title="כמה הודעות, לפי הסדר"
        text="רצף שולח הודעות בימים ובשעות שבוחרים, ונעצר מעצמו כשעונים, קובעים פגישה, קונים או מבקשים להפסיק."
        action={button}
      />
    )
  return (
    <>
      <div className="email-bar">
        <p className="email-note">מי שעונים, קובעים פגישה, קונים או מבקשים להפסיק יוצאים מהרצף מיד.</p>
        {button}
      </div>
      <Table label="הרצפים">
        <thead>
          <tr>
            <th scope="col">רצף</th>
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
          </tr>
        </thead>
        <tbody>
          {sequences.map((one) => (
            <tr key={one.id}>
              <td className="email-title">
                <Link to={`/crm/email/sequences/${one.id}`}>{one.name}</Link>
                <small>
                  {count(rowsOf(one.definition.steps).length, {
                    one: 'הודעה אחת',
                    two: 'שתי הודעות',
                    other: '# הודעות',
                  })}
                </small>
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
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
