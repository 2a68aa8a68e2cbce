import './band.css'
import type { BlockProps } from '../blocks/block-props.ts'

/** Trust metrics; omitted if there are none. Their sources are shown in the CRM, not to families. */
export function FiguresView({ id, content: { label }, rows: { figures } }: BlockProps<'figures'>) {
  if (figures.length === 0) return null
  return (
    <section className="band" id={id} aria-label={label}>
      <ul className="wrap band__list">
        {figures.map((figure) => (
          <li key={figure.id} className="band__figure">
            <b>{figure.value}</b>
            <span>{figure.label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
