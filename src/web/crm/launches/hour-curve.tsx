import { curveOf, type Hour } from './curve-points.ts'

/** Buyers by hour since the cart opened, compared with the previous launch. The table below has the same numbers. */
export function HourCurve({ hours }: { hours: readonly Hour[] }) {
  const { last, own, before } = curveOf(hours)
  return (
    <figure className="launch-curve" aria-hidden="true">
      <figcaption>
        <span className="launch-curve__own">ההשקה הזאת: {own.total}</span>
        <span className="launch-curve__before">ההשקה הקודמת: {before.total}</span>
      </figcaption>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
        <polyline className="launch-curve__before" points={before.line} />
        <polyline className="launch-curve__own" points={own.line} />
      </svg>
      <div className="launch-curve__ends">
        <span>פתיחה</span>
        <span>{`${last} שעות`}</span>
      </div>
    </figure>
  )
}
