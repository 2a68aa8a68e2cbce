import '#features/legal/legal-sheet.css'
import { resolveSections, type LegalFacts, type LegalText } from '#features/legal/legal.ts'
import { LegalLine, LegalProse } from '#features/legal/legal-prose.tsx'
import { parseLegal } from '#features/legal/markup.ts'

type Props = { words: Pick<LegalText, 'body' | 'updated_line'>; facts: LegalFacts; confirmed: readonly string[] }

/** Preview of the page with current data and claims. */
export function LegalPreview({ words, facts, confirmed }: Props) {
  const holds = (name: string) => confirmed.includes(name) || name in facts
  return (
    <section className="legal-preview" aria-label="תצוגה מקדימה">
      <p className="legal-preview__date">
        <LegalLine words={resolveSections(words.updated_line, holds)} facts={facts} />
      </p>
      <div className="legal__words">
        <LegalProse blocks={parseLegal(resolveSections(words.body, holds))} facts={facts} />
      </div>
    </section>
  )
}
