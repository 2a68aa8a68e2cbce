import './milestones.css'
import { Section, SectionHead } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** A timeline of results, right to left. */
export function MilestonesView({ id, content: { title, list, note, ground } }: BlockProps<'milestones'>) {
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} />
      <ol className={`milestones milestones--${list.length}`}>
        {list.map(({ when, text }) => (
          <li key={when}>
            <h3>{when}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {note && <p className="fine-print">{note}</p>}
    </Section>
  )
}
