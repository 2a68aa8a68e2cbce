import './band.css'
import type { BlockProps } from '../blocks/block-props.ts'

/** Short statements on the dark background below the landscape. */
export function BandView({ id, content: { label, list } }: BlockProps<'band'>) {
  return (
    <section className="band" id={id} aria-label={label}>
      <ul className="wrap band__list">
        {list.map(({ figure, text }) => (
          <li key={text} className={figure ? 'band__figure' : 'band__words'}>
            {figure && <b>{figure}</b>}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
