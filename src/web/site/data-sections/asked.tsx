import { CtaLink } from '../blocks/call-to-action.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { QuestionList } from '../sections/questions.tsx'

/** Questions marked for the home page; rendered only if there are any. */
export function AskedView({ id, content: { title, lead, action, ground }, facts, rows }: BlockProps<'asked'>) {
  if (rows.asked.length === 0) return null
  return (
    <Section id={id} ground={ground} className="asked">
      <div className="asked__head">
        <h2 className="display d1" id={titleId(id)}>
          {title}
        </h2>
        {lead && <p className="lead">{lead}</p>}
        <CtaLink link={action} facts={facts} />
      </div>
      <QuestionList list={rows.asked} facts={facts} />
    </Section>
  )
}
