import type { BlockProps } from '../blocks/block-props.ts'
import { CtaButton } from '../blocks/call-to-action.tsx'
import { resolveLink } from '../blocks/resolve-link.ts'
import { SectionHead, titleId } from '../blocks/section.tsx'

/** Buttons in a row, the first one primary; omitted while none of them has a published target. */
export function ButtonsView({ id, content: { title, list, ground }, facts }: BlockProps<'buttons'>) {
  const shown = list.filter((link) => resolveLink(link, facts))
  if (shown.length === 0) return null
  return (
    <section
      className={ground === 'tint' ? 'section section--tint' : 'section'}
      id={id}
      {...(title && { 'aria-labelledby': titleId(id) })}
    >
      <div className="wrap">
        {title && <SectionHead id={id} title={title} />}
        <div className="cta-row">
          {shown.map((link, at) => (
            <CtaButton key={at} link={link} facts={facts} size="lg" look={at === 0 ? 'primary' : 'secondary'} />
          ))}
        </div>
      </div>
    </section>
  )
}
