import './columns.css'
import { Check, Dot, Minus } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { Section, SectionHead, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

const marks = { yes: Check, no: Minus, plain: Dot }

/** Lists side by side. Without a section heading the list headings are one level higher. */
export function ColumnsView({ id, content: { title, list, note, ground } }: BlockProps<'columns'>) {
  const Heading = title ? 'h3' : 'h2'
  return (
    <Section id={id} ground={ground}>
      {title && <SectionHead id={id} title={title} />}
      <div className={`columns columns--${list.length}`}>
        {list.map((column, i) => (
          <div className={`column column--${column.look}`} key={column.title}>
            <Heading {...(!title && i === 0 && { id: titleId(id) })}>{column.title}</Heading>
            <ul>
              {column.lines.map((line) => (
                <li key={line}>
                  <Icon of={marks[column.look]} />
                  <span>{line}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {note && <p className="fine-print">{note}</p>}
    </Section>
  )
}
