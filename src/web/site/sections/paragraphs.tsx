import './paragraphs.css'
import { Prose } from '../blocks/prose.tsx'
import { titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** Body text. */
export function ParagraphsView({ id, content: { title, text, ground }, facts }: BlockProps<'paragraphs'>) {
  return (
    <section
      className={ground === 'tint' ? 'section section--tint' : 'section'}
      id={id}
      {...(title && { 'aria-labelledby': titleId(id) })}
    >
      <div className="wrap">
        <div className="reading">
          {title && (
            <h2 className="display d2" id={titleId(id)}>
              {title}
            </h2>
          )}
          <Prose text={text} facts={facts} />
        </div>
      </div>
    </section>
  )
}
