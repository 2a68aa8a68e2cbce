import './stage-gauge.css'

const centre = { x: 210, y: 186 }
const radius = 150
const examples = ['חובות', 'איזון', 'יציבות', 'צמיחה', 'עצמאות כלכלית']
/** A longer name does not fit below an end of the arc. */
const maxEndLength = 18

/** A semicircle gauge, right to left. Hidden from screen readers: the page has the stage as text. Without stages it is an illustration. */
export function StageGauge({ stages = examples, current = 2 }: { stages?: readonly string[]; current?: number }) {
  const width = 180 / stages.length
  const coin = pointAt((current + 0.5) * width, radius)
  const partKind = (i: number) =>
    i < current ? 'gauge__part--past' : i === current ? 'gauge__part--now' : 'gauge__part--next'
  const ends = [...new Set([0, stages.length - 1])].flatMap((i) => {
    const name = stages[i]
    return name && name.length <= maxEndLength ? [{ i, name }] : []
  })
  const labelKind = (i: number) => (i === current ? 'gauge__label gauge__label--on' : 'gauge__label')
  return (
    <svg className="gauge" viewBox="-80 -14 580 218" aria-hidden="true" focusable="false">
      {stages.map((stage, i) => {
        const label = pointAt((i + 0.5) * width, radius + 33)
        return (
          <g key={stage}>
            <path
              className={`gauge__part ${partKind(i)}`}
              d={arc(i * width + 1, (i + 1) * width - 1)}
              strokeWidth="34"
            />
            <text
              className={ends.some((end) => end.i === i) ? `${labelKind(i)} gauge__label--beside` : labelKind(i)}
              x={label.x}
              y={label.y}
              textAnchor={anchorAt((i + 0.5) * width)}
              direction="rtl"
            >
              {stage}
            </text>
          </g>
        )
      })}
      {/* Shown on a phone, where the labels beside the arc do not fit. */}
      {ends.map(({ i, name }) => (
        <text
          key={i}
          className={`${labelKind(i)} gauge__label--end`}
          x={pointAt(i === 0 ? 0 : 180, radius).x}
          y="228"
          textAnchor="middle"
          direction="rtl"
        >
          {name}
        </text>
      ))}
      <circle className="gauge__ground" cx={coin.x} cy={coin.y} r="22" />
      <circle className="gauge__coin" cx={coin.x} cy={coin.y} r="16" />
      <circle className="gauge__dot" cx={coin.x} cy={coin.y} r="5" />
    </svg>
  )
}

/** Labels grow away from the arc. In right-to-left text the start is on the right. */
const anchorAt = (degrees: number) => (degrees === 90 ? 'middle' : degrees < 90 ? 'end' : 'start')

/** Degrees, counted from the right end of the semicircle. */
function pointAt(degrees: number, distance: number) {
  const angle = (degrees * Math.PI) / 180
  const round = (n: number) => Math.round(n * 10) / 10
  return { x: round(centre.x + distance * Math.cos(angle)), y: round(centre.y - distance * Math.sin(angle)) }
}

function arc(from: number, to: number) {
  const start = pointAt(from, radius)
  const end = pointAt(to, radius)
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 0 ${end.x} ${end.y}`
}
