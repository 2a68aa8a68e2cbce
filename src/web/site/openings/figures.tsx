import './band.css'
import { formatDate } from '#lib/time/dates.ts'
import type { BlockProps } from '../blocks/block-props.ts'

/** Trust metrics with their source; omitted if there are none. */
export function FiguresView({ id, content: { label }, rows: { figures } }: BlockProps<'figures'>) {
  if (figures.length === 0) return null
  return (
    <section className="band" id={id} aria-label={label}>
      <ul className="wrap band__list">
        {figures.map((figure) => (
          <li key={figure.id} className="band__figure">
            <b>{figure.value}</b>
            <span>{figure.label}</span>
            <small>
              {figure.source}, {formatDate(figure.measured_on)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
