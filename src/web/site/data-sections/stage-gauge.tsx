const centre = { x: 210, y: 186 }
const radius = 150
const stages = ['חובות', 'איזון', 'יציבות', 'צמיחה', 'עצמאות כלכלית']
const current = 2

/** A semicircle gauge in five segments, right to left. Illustration only, without real data. */
export function StageGauge() {
  return (
    <svg className="gauge" viewBox="-80 -14 580 218" aria-hidden="true" focusable="false">
      {stages.map((stage, i) => {
        const label = pointAt((i + 0.5) * 36, radius + 33)
        return (
          <g key={stage}>
            <path className={`gauge__part ${partKind(i)}`} d={arc(i * 36 + 1, (i + 1) * 36 - 1)} strokeWidth="34" />
            <text
              className={i === current ? 'gauge__label gauge__label--on' : 'gauge__label'}
              x={label.x}
              y={label.y}
              textAnchor={i === current ? 'middle' : i < current ? 'end' : 'start'}
              direction="rtl"
            >
              {stage}
            </text>
          </g>
        )
      })}
      <circle className="gauge__ground" cx={centre.x} cy={centre.y - radius} r="22" />
      <circle className="gauge__coin" cx={centre.x} cy={centre.y - radius} r="16" />
      <circle className="gauge__dot" cx={centre.x} cy={centre.y - radius} r="5" />
    </svg>
  )
}

const partKind = (i: number) =>
  i < current ? 'gauge__part--past' : i === current ? 'gauge__part--now' : 'gauge__part--next'

/** Degrees start at the right end of the semicircle. */
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
