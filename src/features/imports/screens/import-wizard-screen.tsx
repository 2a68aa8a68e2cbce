// One import. The step is derived from the row, so that a reload or a colleague sees the same step.
import './import.css'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { type ShownImport, useImport, useDeleteImport } from '#features/imports/imports.data.ts'
import { type Import, importName, refusals } from '#features/imports/imports.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { ColumnsStep } from './columns-step.tsx'
import { StatusBadge } from './import-list.tsx'
import { type ImportStep, ImportSteps } from './import-steps.tsx'
import { PreviewStep } from './preview-step.tsx'
import { ProgressStep } from './progress-step.tsx'
import { ResultStep } from './result-step.tsx'
import { RulesStep } from './rules-step.tsx'

export function Component() {
  const importId = useIdParam('importId')
  const { data, error, isPending, refetch } = useImport(importId)
  useScreenTitle(data ? `ייבוא ${importName(data.file_name)}` : 'ייבוא')
  if (isPending) return <Loading page size="lg" />
  if (!data && error) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <EmptyState
        text="הייבוא לא נמצא. ייתכן שנמחק, או שהקישור אינו מלא."
        action={
          <Link className={buttonClasses({ look: 'primary' })} to="/crm/contacts/imports">
            לכל הייבואים
          </Link>
        }
      />
    )
  return <ImportWizard found={data} />
}

function ImportWizard({ found }: { found: ShownImport }) {
  const [search] = useSearchParams()
  const step = stepOf(found, search.get('step'))
  const steps = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    // The clicked button unmounts with its step, so the focus would otherwise be lost to the page.
    if (shown.current !== step) steps.current?.focus()
    shown.current = step
  }, [step])
  return (
    <div className="view import">
      <div className="view__head">
        <h1>
          <bdi>{importName(found.file_name)}</bdi>
        </h1>
        <StatusBadge status={found.status} />
        {['uploaded', 'previewed'].includes(found.status) && <DiscardImport found={found} />}
      </div>
      <ImportSteps now={step} ref={steps} />
      {step === 'columns' && <ColumnsStep key={found.id} found={found} />}
      {step === 'rules' && <RulesStep key={found.id} found={found} />}
      {step === 'preview' &&
        (found.status === 'mapped' ? <ProgressStep found={found} /> : <PreviewStep found={found} />)}
      {step === 'result' &&
        (['running', 'rolling_back'].includes(found.status) ? (
          <ProgressStep found={found} />
        ) : (
          <ResultStep found={found} />
        ))}
    </div>
  )
}

/** Until rows are imported, the columns and rules steps stay reachable. */
function stepOf({ status }: Pick<Import, 'status'>, step: string | null): ImportStep {
  if (status === 'mapped') return 'preview'
  if (status !== 'uploaded' && status !== 'previewed') return 'result'
  if (step === 'columns' || step === 'rules') return step
  return status === 'uploaded' ? 'columns' : 'preview'
}

/** Deletes without confirmation: no contacts exist yet, and the user still has the file. */
function DiscardImport({ found }: { found: ShownImport }) {
  const deleteImport = useDeleteImport()
  const navigate = useNavigate()
  async function go() {
    try {
      // Awaited instead of mutation callbacks: those are dropped if the deleted import unmounts the screen first.
      await deleteImport.mutateAsync(found.id)
      toast.success('הקובץ הוסר, ולא נרשם ממנו דבר')
      void navigate('/crm/contacts/import', { replace: true })
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <div className="view__end">
      <Button look="ghost" busy={deleteImport.isPending} onClick={() => void go()}>
        הסרת הקובץ
      </Button>
    </div>
  )
}
