import './pair.css'
import type { BlockProps } from '../blocks/block-props.ts'
import { CtaLink } from '../blocks/call-to-action.tsx'
import { Prose } from '../blocks/prose.tsx'
import { SectionHead, titleId } from '../blocks/section.tsx'
import { SitePicture } from '../blocks/site-picture.tsx'

/** Two columns of text with pictures. */
export function PairView({ id, content: { title, first, second, ground }, facts, rows }: BlockProps<'pair'>) {
  const Heading = title ? 'h3' : 'h2'
  return (
    <section
      className={ground === 'tint' ? 'section section--tint' : 'section'}
      id={id}
      {...(title && { 'aria-labelledby': titleId(id) })}
    >
      <div className="wrap">
        {title && <SectionHead id={id} title={title} />}
        <div className="pair">
          {[first, second].map((side, at) => (
            <div key={at} className="pair__side">
              <SitePicture of={side.photo} rows={rows} sizes="(min-width: 48rem) 36rem, 92vw" />
              {side.title && <Heading>{side.title}</Heading>}
              <Prose text={side.text} facts={facts} />
              <CtaLink link={side.action} facts={facts} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
