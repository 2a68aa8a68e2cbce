import type { ShownStage } from '#features/processes/processes.data.ts'
import { goalProgress } from '#features/processes/stage-progress.ts'

/** The goal of the current stage, the progress towards it if the coach counts it, and when the stage ends. */
export function GoalProgress({ current }: { current: ShownStage }) {
  const { goal, completion_rule } = current.stage
  const progress = goalProgress(current)
  return (
    <div className="portal-goal">
      <div className="portal-goal__head">
        <b>היעד בשלב הזה: {goal}</b>
        {progress && <b>{progress.percent}%</b>}
      </div>
      {progress && (
        <>
          <progress max={progress.target} value={progress.reached} aria-label={progress.text} />
          <p>{progress.text}</p>
        </>
      )}
      {completion_rule && <p>השלב מסתיים כאשר {completion_rule}.</p>}
    </div>
  )
}
