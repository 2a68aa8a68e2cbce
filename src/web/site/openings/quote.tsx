import './quote.css'
import type { BlockProps } from '../blocks/block-props.ts'

/** A large pull quote of the business. */
export function QuoteView({ id, content: { text, ground } }: BlockProps<'quote'>) {
  return (
    <section className={ground === 'tint' ? 'section section--tint' : 'section'} id={id}>
      <div className="wrap">
        <p className="display saying">{text}</p>
      </div>
    </section>
  )
}
