import './grid.css'
import { Check } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { Section, SectionHead, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** A table with row headers in the first column; a wide one scrolls horizontally, and on a phone its rows are stacked. */
export function GridView({ id, content: { title, lead, heads, rows, note, ground } }: BlockProps<'grid'>) {
  return (
    <Section id={id} ground={ground} isNamedInside>
      <SectionHead id={id} title={title} lead={lead} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard */}
      <section className="xscroll" aria-labelledby={titleId(id)} tabIndex={0}>
        <table className="grid-table">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells: [name = '', ...cells] }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, i) => (
                  <td key={i} data-head={heads[i + 1]}>
                    <Cell text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {note && <p className="fine-print">{note}</p>}
    </Section>
  )
}

function Cell({ text }: { text: string }) {
  if (text === '✓')
    return (
      <>
        <Icon of={Check} />
        <span className="vh">כן</span>
      </>
    )
  if (text !== '–' && text !== '-') return text
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="vh">לא</span>
    </>
  )
}
