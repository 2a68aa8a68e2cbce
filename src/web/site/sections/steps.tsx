import './steps.css'
import { Section, SectionHead } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

// More than five terraces are too narrow to read.
const maxTerraces = 5

/** A sequence of steps: rising terraces, or a numbered list when there are many. A quiet list has one step a row. */
export function StepsView({ id, content: { title, lead, list, note, look, ground } }: BlockProps<'steps'>) {
  const rising = look === 'rising' && list.length <= maxTerraces
  const numbered = look === 'list' ? 'numbered numbered--rows' : 'numbered'
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} lead={lead} />
      <ol className={rising ? `terraces terraces--${list.length}` : numbered}>
        {list.map((step, i) => (
          <li className={rising ? 'terrace' : 'numbered__step'} key={step.title}>
            <span className="step-number" aria-hidden="true">
              {i + 1}
            </span>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      {note && <p className="fine-print">{note}</p>}
    </Section>
  )
}
