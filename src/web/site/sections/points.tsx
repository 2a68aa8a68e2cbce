import './points.css'
import { CtaLink } from '../blocks/call-to-action.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** A heading on one side, a list of points on the other. */
export function PointsView({ id, content, facts }: BlockProps<'points'>) {
  const { title, lead, list, action, ground } = content
  return (
    <Section id={id} ground={ground} className="points">
      <div className="points__head">
        <h2 className="display d1" id={titleId(id)}>
          {title}
        </h2>
        {lead && <p className="lead">{lead}</p>}
        <CtaLink link={action} facts={facts} />
      </div>
      <dl>
        {list.map((point) => (
          <div key={point.title}>
            <dt>{point.title}</dt>
            <dd>{point.text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
