// A/B test of home pages by leads: start, monitor, decide.
import './experiment-card.css'
import { type RefObject, useRef, useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { type MeasuredExperiment, useExperiment } from '#features/experiments/experiments.data.ts'
import { homePages } from '#features/experiments/experiments.ts'
import { significanceOf } from '#features/experiments/significance.ts'
import type { ListedPage } from '#platform/pages/editing.data.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { StopDialog } from './stop-dialog.tsx'
import { variantNames } from './variant-names.ts'
import { NoExperiment } from './no-experiment.tsx'
import type { ExperimentDialogProps, ExperimentDialog } from './experiment-dialogs.ts'
import { RunningExperiment } from './running-experiment.tsx'
import { TrafficSplitDialog } from './traffic-split-dialog.tsx'
import { WinnerDialog } from './winner-dialog.tsx'

/** Renders nothing while the site is unpublished. */
export function ExperimentCard({ pages }: { pages: readonly ListedPage[] }) {
  const { data: business } = usePublicBusinessProfile()
  const { data: comparison, error, isPending, refetch } = useExperiment()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!business?.is_published) return null
  const isRunning = comparison?.ended_at === null
  return (
    <section className="compare" aria-labelledby="compare">
      <div className="compare__head">
        <h2 id="compare" ref={heading} tabIndex={-1}>
          השוואת דפי בית
        </h2>
        {isRunning && <Badge kind="success">פועלת</Badge>}
      </div>
      {isPending && <Loading />}
      {comparison === undefined && error && (
        <div className="compare__line" role="alert">
          <p>לא הצלחנו לטעון את ההשוואה. {refusalText(error)}</p>
          <Button onClick={() => void refetch()}>ניסיון נוסף</Button>
        </div>
      )}
      {comparison !== undefined && <ExperimentView comparison={comparison} pages={pages} heading={heading} />}
    </section>
  )
}

/** Renders the dialogs above the content that they change, so that they stay mounted when it is replaced. */
function ExperimentView({
  comparison,
  pages,
  heading,
}: {
  comparison: MeasuredExperiment | null
  pages: readonly ListedPage[]
  heading: RefObject<HTMLElement | null>
}) {
  const now = useNow()
  const [openDialog, setOpenDialog] = useState<ExperimentDialog>()
  // Undefined while the button that opened the dialog still exists.
  const focusAfter = useRef<HTMLElement>(null)
  const nameOf = variantNames(pages)
  const running = comparison?.ended_at === null ? comparison : undefined
  const isTestable = (page: string) =>
    running?.pages.some(({ key }) => key === page) ||
    pages.some(({ path, published_version_id }) => path === page && published_version_id !== null)
  const offered = homePages.filter(isTestable)
  const verdict = comparison && significanceOf(comparison.pages, now.getTime() - Date.parse(comparison.started_at))
  function ask(step: ExperimentDialog) {
    focusAfter.current = null
    setOpenDialog(step)
  }
  const dialogProps = (step: ExperimentDialog): ExperimentDialogProps => ({
    open: openDialog === step,
    finalFocus: focusAfter,
    onClose: () => setOpenDialog(undefined),
    onDone() {
      focusAfter.current = heading.current
      setOpenDialog(undefined)
    },
  })
  return (
    <>
      {running && verdict ? (
        <RunningExperiment comparison={running} verdict={verdict} nameOf={nameOf} onStep={ask} />
      ) : (
        <NoExperiment last={comparison} isPossible={offered.length > 1} nameOf={nameOf} onBegin={() => ask('shares')} />
      )}
      <TrafficSplitDialog {...dialogProps('shares')} running={running} offered={offered} nameOf={nameOf} />
      {comparison && verdict && (
        <>
          <WinnerDialog
            {...dialogProps('winner')}
            comparison={comparison}
            verdict={verdict}
            pages={pages}
            nameOf={nameOf}
          />
          <StopDialog {...dialogProps('end')} comparison={comparison} />
        </>
      )}
    </>
  )
}
