import './legal-sheet.css'
import type { ReactNode } from 'react'
import { formatDate } from '#lib/time/dates.ts'
import type { PublishedLegal } from './legal.data.ts'
import { resolveSections, type LegalFact, type LegalFacts, type LegalKey, legalPages } from './legal.ts'
import { Fact, LegalLine, LegalProse } from './legal-prose.tsx'
import { parseLegal } from './markup.ts'

type Props = {
  legalKey: LegalKey
  published: PublishedLegal
  /** Rendered below the text: the form of the accessibility statement. */
  children?: ReactNode
}

/** A legal page: title and date, table of contents, company details, and the list of changes. */
export function LegalSheet({ legalKey, published: { version, facts, confirmed, log }, children }: Props) {
  const { title } = legalPages[legalKey]
  const holds = (name: string) => confirmed.includes(name) || name in facts
  const blocks = parseLegal(resolveSections(version.body, holds))
  const parts = blocks.flatMap((block) => (block.is === 'heading' ? [block] : []))
  return (
    <article className="legal">
      <div className="wrap">
        <header className="legal__head">
          <h1 className="display d1">{title}</h1>
          <p className="legal__date">
            {version.updated_line && (
              <span>
                <LegalLine words={resolveSections(version.updated_line, holds)} facts={facts} />
              </span>
            )}
            <span>גרסה {version.number}</span>
          </p>
        </header>
        <div className={parts.length > 0 ? 'legal__in' : 'legal__in legal__in--short'}>
          {parts.length > 0 && (
            <nav className="legal__contents" aria-label="תוכן העמוד">
              <h2>בעמוד הזה</h2>
              <ol>
                {parts.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className="legal__body">
            <div className="legal__words">
              <LegalProse blocks={blocks} facts={facts} />
            </div>
            {children}
            <Company facts={facts} />
            <Changes log={log} />
          </div>
        </div>
      </div>
    </article>
  )
}

const companyFacts: { name: LegalFact; label: string }[] = [
  { name: 'legalName', label: 'שם החברה' },
  { name: 'companyNumber', label: 'מספר החברה (ח.פ.)' },
  { name: 'address', label: 'כתובת' },
  { name: 'phone', label: 'טלפון' },
  { name: 'email', label: 'דוא״ל' },
]

function Company({ facts }: { facts: LegalFacts }) {
  return (
    <section className="legal__company" aria-labelledby="company">
      <h2 id="company">פרטי החברה</h2>
      <dl>
        {companyFacts
          .filter(({ name }) => name in facts)
          .map(({ name, label }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <Fact name={name} facts={facts} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function Changes({ log }: Pick<PublishedLegal, 'log'>) {
  return (
    <details className="legal__log">
      <summary>היסטוריית הגרסאות</summary>
      <ol>
        {log.map(({ number, note, published_at }) => (
          <li key={number}>
            <b>גרסה {number}</b> <time dateTime={published_at}>{formatDate(published_at)}</time>
            {note && <span>{note}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}
