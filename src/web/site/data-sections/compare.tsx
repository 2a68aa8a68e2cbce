import { PlanComparison } from '#features/products/plan-comparison.tsx'
import { Section, SectionHead, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** Product comparison table; needs at least two products. */
export function CompareView({ id, content: { title, note, ground }, rows: { offers } }: BlockProps<'compare'>) {
  const compared = offers.filter(({ facts }) => facts.length > 0)
  if (compared.length < 2) return null
  return (
    <Section id={id} ground={ground} isNamedInside>
      <SectionHead id={id} title={title} />
      <PlanComparison offers={compared} titleId={titleId(id)} />
      {note && <p className="fine-print">{note}</p>}
    </Section>
  )
}
