// Which of the home pages brings more people to leave their details: begin to ask, look on, and decide.
import './comparison-card.css'
import { type RefObject, useRef, useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { usePublicBusinessProfile } from '#features/business-profile/business-profile.data.ts'
import { type MeasuredExperiment, useExperiment } from '#features/experiments/experiments.data.ts'
import { homePages } from '#features/experiments/experiments.ts'
import { significanceOf } from '#features/experiments/significance.ts'
import type { ListedPage } from '#features/pages/editing.data.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { EndDialog } from './end-dialog.tsx'
import { namesOf } from './home-page-names.ts'
import { NoComparison } from './no-comparison.tsx'
import type { Question, Step } from './steps.ts'
import { RunningComparison } from './running-comparison.tsx'
import { SharesDialog } from './shares-dialog.tsx'
import { WinnerDialog } from './winner-dialog.tsx'

/** Nothing while the site is not open: there is nobody to show anything to. */
export function ComparisonCard({ pages }: { pages: readonly ListedPage[] }) {
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
      {comparison !== undefined && <Compared comparison={comparison} pages={pages} heading={heading} />}
    </section>
  )
}

/** The questions stand here and not in what they change: whoever is asked still reads the answer when it has changed meanwhile. */
function Compared({
  comparison,
  pages,
  heading,
}: {
  comparison: MeasuredExperiment | null
  pages: readonly ListedPage[]
  heading: RefObject<HTMLElement | null>
}) {
  const now = useNow()
  const [asking, setAsking] = useState<Step>()
  // Nothing while the button that opened the question is still there.
  const focusAfter = useRef<HTMLElement>(null)
  const nameOf = namesOf(pages)
  const running = comparison?.ended_at === null ? comparison : undefined
  const takesPart = (page: string) =>
    running?.pages.some(({ key }) => key === page) ||
    pages.some(({ path, published_version_id }) => path === page && published_version_id !== null)
  const offered = homePages.filter(takesPart)
  const verdict = comparison && significanceOf(comparison.pages, now.getTime() - Date.parse(comparison.started_at))
  function ask(step: Step) {
    focusAfter.current = null
    setAsking(step)
  }
  const asked = (step: Step): Question => ({
    open: asking === step,
    finalFocus: focusAfter,
    onClose: () => setAsking(undefined),
    onDone() {
      focusAfter.current = heading.current
      setAsking(undefined)
    },
  })
  return (
    <>
      {running && verdict ? (
        <RunningComparison comparison={running} verdict={verdict} nameOf={nameOf} onStep={ask} />
      ) : (
        <NoComparison last={comparison} isPossible={offered.length > 1} nameOf={nameOf} onBegin={() => ask('shares')} />
      )}
      <SharesDialog {...asked('shares')} running={running} offered={offered} nameOf={nameOf} />
      {comparison && verdict && (
        <>
          <WinnerDialog {...asked('winner')} comparison={comparison} verdict={verdict} pages={pages} nameOf={nameOf} />
          <EndDialog {...asked('end')} comparison={comparison} />
        </>
      )}
    </>
  )
}
