import { Fragment, type ReactNode } from 'react'
import { formatLongDate } from '#lib/time/dates.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { Ltr, TextWithPhone } from '#ui/ltr.tsx'
import type { LegalFact, LegalFacts } from './legal.ts'
import { type LegalBlock, type Span, spansOf } from './markup.ts'

/** Renders a legal text: business details inserted, each section under its heading. */
export function LegalProse({ blocks, facts }: { blocks: readonly LegalBlock[]; facts: LegalFacts }) {
  return blocks.map((block, i) => <Part key={i} block={block} facts={facts} />)
}

/** One line of a legal text. */
export const LegalLine = ({ words, facts }: { words: string; facts: LegalFacts }) => (
  <Spans spans={spansOf(words)} facts={facts} />
)

function Part({ block, facts }: { block: LegalBlock; facts: LegalFacts }) {
  switch (block.is) {
    case 'heading':
      return (
        <h2 id={block.id} tabIndex={-1}>
          {block.text}
        </h2>
      )
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} facts={facts} />
        </p>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((spans, i) => (
            <li key={i}>
              <div>
                <Spans spans={spans} facts={facts} />
              </div>
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table {...block} facts={facts} />
  }
}

const plain = (spans: readonly Span[]) => spans.map((span) => ('text' in span ? span.text : '')).join('')

function Table({ head, rows, facts }: Extract<LegalBlock, { is: 'table' }> & { facts: LegalFacts }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard
    <section className="legal-table" aria-label={`טבלה: ${head.map(plain).join(', ')}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((spans, i) => (
              <th key={i} scope="col">
                <Spans spans={spans} facts={facts} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, i) => (
            <tr key={i}>
              {cells.map((spans, j) => {
                const Cell = j === 0 ? 'th' : 'td'
                return (
                  <Cell key={j} {...(j === 0 && { scope: 'row' })}>
                    <Spans spans={spans} facts={facts} />
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Spans = ({ spans, facts }: { spans: readonly Span[]; facts: LegalFacts }) =>
  spans.map((span, i) => {
    if ('fact' in span) return <Fact key={i} name={span.fact} facts={facts} />
    const text = <TextWithPhone>{span.text}</TextWithPhone>
    if (span.strong) return <strong key={i}>{text}</strong>
    return span.href ? (
      <a key={i} href={span.href}>
        {text}
      </a>
    ) : (
      <Fragment key={i}>{text}</Fragment>
    )
  })

/** A business detail inside the text; an e-mail address or phone number is rendered as a link. */
export function Fact({ name, facts }: { name: LegalFact; facts: LegalFacts }) {
  const value = facts[name]
  return value === undefined ? null : (shapes[name]?.(value) ?? <bdi>{value}</bdi>)
}

const mail = (address: string) => (
  <a href={`mailto:${address}`}>
    <Ltr>{address}</Ltr>
  </a>
)

const shapes: Partial<Record<LegalFact, (value: string) => ReactNode>> = {
  companyNumber: (number) => <Ltr>{number}</Ltr>,
  phone: (number) => (
    <a href={`tel:${parsePhone(number) ?? number}`}>
      <Ltr>{number}</Ltr>
    </a>
  ),
  email: mail,
  privacyEmail: mail,
  accessibilityEmail: mail,
  accessibilityUpdated: (day) => formatLongDate(day),
  accessibilityAudited: (day) => formatLongDate(day),
}
