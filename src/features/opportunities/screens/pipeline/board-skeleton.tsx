import { useDelayedSpinner } from '#platform/screens/use-delayed-spinner.ts'

const lanes = [3, 2, 4, 1, 2]

/** Skeleton of the board while it loads. */
export function BoardSkeleton() {
  const isVisible = useDelayedSpinner()
  return (
    <div className="board-skeleton" aria-busy="true">
      <output className="vh">טוען...</output>
      {isVisible &&
        lanes.map((cards, lane) => (
          <div key={lane} className="board-skeleton__lane">
            {Array.from({ length: cards }, (_, card) => (
              <div key={card} className="board-skeleton__card" />
            ))}
          </div>
        ))}
    </div>
  )
}
