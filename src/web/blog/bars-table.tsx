import './bars-table.css'
import { barsOf } from '#features/blog/bars.ts'
import { Ltr } from '#ui/ltr.tsx'

type Props = { title: string; unit: string; lines: string }

/** A bar chart of a post. A table, so that screen readers get the numbers; the bars are decorative. */
export function BarsTable({ title, unit, lines }: Props) {
  const bars = barsOf(lines)
  if (bars.length === 0) return null
  return (
    <div className="bars-frame">
      <table className="bars">
        {title && <caption>{title}</caption>}
        <tbody>
          {bars.map(({ label, value, share }, i) => (
            <tr key={i}>
              <th scope="row">{label}</th>
              <td className="bars__bar" aria-hidden="true">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none">
                  <rect x={100 - share} width={share} height="10" rx="1" />
                </svg>
              </td>
              <td className="bars__value">
                <Ltr>{value.toLocaleString('en')}</Ltr> {unit}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
