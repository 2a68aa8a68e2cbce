import { formatPosition } from '#platform/player/player-time.ts'
import './webinar-report.css'
import { Table } from '#ui/lists/table.tsx'
import { formatMoney } from '#lib/money.ts'
import { interactionLabels } from '../interactions/interaction-texts.ts'
import type { WebinarReport } from './webinar-report.data.ts'

type Props = Pick<WebinarReport, 'minutes' | 'moments'>

const height = 100

/** Viewers by minute, with the interactions above. Time runs from the left, as in the player. The tables have the same numbers. */
export function PresenceChart({ minutes, moments }: Props) {
  const max = Math.max(1, ...minutes.map(({ live, replay }) => Math.max(live, replay)))
  const x = (minute: number) => (minutes.length > 1 ? (minute / (minutes.length - 1)) * 600 : 0)
  const line = (value: (row: Props['minutes'][number]) => number) =>
    minutes
      .map((row) => `${x(row.minute).toFixed(1)},${(height - (value(row) / max) * (height - 6)).toFixed(1)}`)
      .join(' ')
  const shown = moments.filter(({ at_second: at }) => at !== null && at / 60 < minutes.length)
  return (
    <figure className="presence">
      <figcaption>
        צופים לפי דקה
        <span className="presence__key presence__key--live">שידור</span>
        <span className="presence__key presence__key--replay">הקלטה</span>
        <span className="presence__most">{`השיא: ${Math.max(0, ...minutes.map(({ live }) => live))}`}</span>
      </figcaption>
      <div className="presence__plot">
        <svg viewBox={`0 0 600 ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <polygon className="presence__area" points={`0,${height} ${line(({ live }) => live)} 600,${height}`} />
          <polyline className="presence__replay" points={line(({ replay }) => replay)} />
          {shown.map(({ interaction_id: id, at_second: at }) => (
            <line key={id} className="presence__moment" x1={x(at! / 60)} x2={x(at! / 60)} y1={0} y2={height} />
          ))}
        </svg>
        <ol className="presence__marks" aria-hidden="true">
          {shown.map(({ interaction_id: id, at_second: at }, i) => (
            <li key={id} ref={(mark) => mark?.style.setProperty('--at', `${x(at! / 60) / 6}%`)}>
              {i + 1}
            </li>
          ))}
        </ol>
      </div>
      <div className="presence__ends" aria-hidden="true">
        <span>00:00</span>
        <span>{formatPosition(minutes.length * 60)}</span>
      </div>
      {moments.length > 0 && (
        <Table label="מה הוצג, ומה עשו">
          <thead>
            <tr>
              <th scope="col">מה הוצג</th>
              <th scope="col">ברגע</th>
              <th scope="col">צופים באותה דקה</th>
              <th scope="col">ענו</th>
              <th scope="col">לחצו</th>
            </tr>
          </thead>
          <tbody>
            {moments.map(({ interaction_id: id, kind, title, at_second: at, answered, clicked }) => (
              <tr key={id}>
                <th scope="row">
                  {shown.some((one) => one.interaction_id === id) &&
                    `${shown.findIndex((one) => one.interaction_id === id) + 1}. `}
                  {`${interactionLabels[kind]}: ${title}`}
                </th>
                <td>{at === null ? 'לא נפתח' : formatPosition(at)}</td>
                <td>{at === null ? '–' : (minutes[Math.floor(at / 60)]?.live ?? 0)}</td>
                <td>{answered}</td>
                <td>{clicked}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <details className="presence__table">
        <summary>כל הדקות בטבלה</summary>
        <Table label="צופים לפי דקה">
          <thead>
            <tr>
              <th scope="col">דקה</th>
              <th scope="col">בשידור</th>
              <th scope="col">בהקלטה</th>
              <th scope="col">יצאו כאן</th>
              <th scope="col">הכנסות ממי שיצאו כאן</th>
            </tr>
          </thead>
          <tbody>
            {minutes.map(({ minute, live, replay, left_here: left, left_revenue_agorot: revenue }) => (
              <tr key={minute}>
                <th scope="row">{minute + 1}</th>
                <td>{live}</td>
                <td>{replay}</td>
                <td>{left}</td>
                <td>{formatMoney(revenue)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  )
}
