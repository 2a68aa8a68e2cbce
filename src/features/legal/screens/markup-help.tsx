import { claimLabels, claims, legalFacts } from '#features/legal/legal.ts'

const marks = [
  ['### כותרת', 'כותרת של סעיף, ושורה בתוכן העניינים'],
  ['- שורה', 'רשימה'],
  ['1. שורה', 'רשימה ממוספרת'],
  ['**מילים**', 'הדגשה'],
  ['[מילים](/terms)', 'קישור'],
  ['| א | ב |', 'טבלה: שורת כותרות, שורה של |---|---|, ואחריהן השורות'],
] as const

/** Syntax of headings, lists and placeholders. */
export const MarkupHelp = () => (
  <details className="markup-help">
    <summary>איך כותבים כותרות, רשימות ופרטים של העסק</summary>
    <dl>
      {marks.map(([sign, what]) => (
        <div key={sign}>
          <dt>
            <code>{sign}</code>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
      {Object.entries(legalFacts).map(([name, { label }]) => (
        <div key={name}>
          <dt>
            <code dir="ltr">{`{{${name}}}`}</code>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
      {claims.map((claim) => (
        <div key={claim}>
          <dt>
            <code dir="ltr">{`{{#${claim}}}…{{/${claim}}}`}</code>
          </dt>
          <dd>מופיע רק אם אישרתם: {claimLabels[claim].label}</dd>
        </div>
      ))}
    </dl>
  </details>
)
