import './quote.css'
import type { BlockProps } from '../blocks/block-props.ts'

/** One sentence of the business's own, large. */
export function QuoteView({ id, content: { text, ground } }: BlockProps<'quote'>) {
  return (
    <section className={ground === 'tint' ? 'section section--tint' : 'section'} id={id}>
      <div className="wrap">
        <p className="display saying">{text}</p>
      </div>
    </section>
  )
}
