// Current and past runs of an automation, with the steps of each contact.
import '#platform/screens/settings-card.css'
import './automations.css'
import { ArrowRight, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useAutomation, usePublished } from '#features/automations/automations.data.ts'
import { useLeaveAutomation, useRetryRun, useRuns, useRunSteps } from '#features/automations/runs.data.ts'
import {
  exitReasonLabels,
  failureText,
  outcomeLabels,
  refusals,
  type RunStatus,
  runStatuses,
  runStatusLabels,
  skipReasonLabels,
} from '#features/automations/automations.ts'
import { describeStep, type Names } from '#features/automations/describe.ts'
import { findStep } from '#features/automations/engine/flow.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { EnrolDialog } from './enrol-dialog.tsx'
import { needsEvent } from './template-choices.ts'
import { useChoices } from './use-choices.ts'

export function Component() {
  const automationId = useIdParam('automationId')
  const [search, setSearch] = useSearchParams()
  const status = runStatuses.find((one) => one === search.get('status'))
  const { data: automation } = useAutomation(automationId)
  const { data: published } = usePublished(automationId, automation?.current_version ?? null)
  const known = useChoices()
  const [isEnrolling, setEnrolling] = useState(false)
  const step = search.get('step') ?? undefined
  const from = search.get('since')
  const since = from && !Number.isNaN(Date.parse(from)) ? from : undefined
  const runs = useRuns(automationId, { status, step, since, page: pageOf(search) - 1 })
  const isFiltered = Boolean(status ?? step ?? since)
  useScreenTitle(`מי בפנים: ${automation?.name ?? ''}`)
  if (runs.isLoadingError)
    return <FailedToLoad insteadOf={runs.data} error={runs.error} onRetry={() => void runs.refetch()} />
  if (automation === null) return <NotFound />
  if (!runs.data || !known) return <Loading page size="lg" />
  const isSequence = automation?.kind === 'sequence'
  const last = Math.max(0, Math.ceil(runs.data.total / 50) - 1)
  const { page } = runs.data
  const turn = (to: number) =>
    setSearch({ ...(status && { status }), ...(step && { step }), ...(since && { since }), page: String(to + 1) })
  return (
    <div className="view">
      <div className="view__head">
        <Link
          to={isSequence ? `/crm/email/sequences/${automationId}` : `/crm/automations/${automationId}`}
          className="btn btn--ghost btn--icon btn--sm"
          aria-label="חזרה לעריכה"
        >
          <Icon of={ArrowRight} />
        </Link>
        <h1 className="truncate">
          <bdi>{automation?.name}</bdi>
        </h1>
        {automation?.status === 'enabled' && (
          <div className="view__end">
            <Button icon={<Icon of={UserPlus} />} onClick={() => setEnrolling(true)}>
              הוספה ידנית
            </Button>
          </div>
        )}
      </div>
      <EnrolDialog
        automationId={automationId}
        needsEvent={published ? needsEvent(known.choices, published.definition.steps) : false}
        open={isEnrolling}
        onClose={() => setEnrolling(false)}
      />
      <div className="automation">
        <div className="automation__filter">
          <SelectField
            name="status"
            label="מצב"
            value={status ?? ''}
            onChange={({ target }) => setSearch(target.value ? { status: target.value } : {}, { replace: true })}
          >
            <option value="">{isFiltered ? 'הכול' : `הכול (${runs.data.total})`}</option>
            {runStatuses
              .filter((one) => one !== 'running' && one !== 'canceled')
              .map((one) => (
                <option key={one} value={one}>
                  {runStatusLabels[one]}
                </option>
              ))}
          </SelectField>
          {(step || since) && (
            <>
              <p>רק מי שנעצרו בצעד אחד{since && `, מאז ${formatDate(since)}`}</p>
              <Button look="ghost" size="sm" onClick={() => setSearch(status ? { status } : {}, { replace: true })}>
                לכל הצעדים
              </Button>
            </>
          )}
        </div>
        {runs.data.runs.length === 0 && (
          <EmptyState text={isFiltered ? 'אף איש קשר לא מתאים לסינון.' : 'עוד אין כאן אנשי קשר.'} picture={false} />
        )}
        {runs.data.runs.map((run) => (
          <RunRow key={run.id} run={run} names={known.names} />
        ))}
        {last > 0 && (
          <div className="settings__end">
            <Button disabled={page === 0} onClick={() => turn(page - 1)}>
              הקודמים
            </Button>
            <Button disabled={page >= last} onClick={() => turn(page + 1)}>
              הבאים
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

type Run = NonNullable<ReturnType<typeof useRuns>['data']>['runs'][number]

function RunRow({ run, names }: { run: Run; names: Names }) {
  const retry = useRetryRun()
  const leave = useLeaveAutomation()
  const onError = (error: unknown) => void toast.error(refusalText(error, refusals))
  const isInside = run.status === 'queued' || run.status === 'waiting'
  return (
    <div className="settings__card automation__run">
      <Disclosure
        title={
          <>
            <bdi>{run.contact.full_name}</bdi>: {runStatusLabels[run.status as RunStatus]}
            {run.exit_reason && `, ${exitReasonLabels[run.exit_reason] ?? run.exit_reason}`}. כניסה:{' '}
            {formatDate(run.entered_at)} {formatTime(run.entered_at)}
            {isInside && run.resume_at && `. הצעד הבא: ${formatDate(run.resume_at)} ${formatTime(run.resume_at)}`}
          </>
        }
      >
        <div className="automation__path">
          <RunPath run={run} names={names} />
          <div className="settings__end">
            <Link className="btn btn--ghost btn--sm" to={`/crm/contacts/${run.contact_id}`}>
              לאיש הקשר
            </Link>
            {run.status === 'failed' && (
              <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate(run.id, { onError })}>
                ניסיון נוסף
              </Button>
            )}
            {isInside && (
              <Button
                size="sm"
                busy={leave.isPending}
                onClick={() =>
                  leave.mutate(run.id, { onError, onSuccess: () => void toast.success('היציאה תירשם בתוך כמה שניות') })
                }
              >
                הוצאה ידנית
              </Button>
            )}
          </div>
        </div>
      </Disclosure>
    </div>
  )
}

function RunPath({ run, names }: { run: Run; names: Names }) {
  const { data: steps } = useRunSteps(run.id)
  const { data: version } = usePublished(run.automation_id, run.version)
  if (!steps || !version) return <Loading />
  return (
    <ol className="automation__lines" aria-label={`הצעדים של ${run.contact.full_name}`}>
      {steps.length === 0 && <li>עוד לא בוצע צעד.</li>}
      {steps.map(({ seq, step_id: stepId, status, output, error, at }) => {
        const step = findStep(version.definition.steps, stepId)
        const reason = (output as { reason?: string } | null)?.reason
        return (
          <li key={seq}>
            {formatDate(at)} {formatTime(at)}: {step ? describeStep(step, names) : stepId}.{' '}
            {outcomeLabels[status] ?? status}
            {reason && `: ${skipReasonLabels[reason] ?? reason}`}
            {error && (
              <>
                : <bdi>{failureText(error)}</bdi>
              </>
            )}
          </li>
        )
      })}
      {run.status === 'waiting' || run.status === 'queued' ? <li>גרסה {run.version}, ממשיך.</li> : undefined}
    </ol>
  )
}
