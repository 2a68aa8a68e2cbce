import { pageTokens } from '#features/pages/tokens.ts'
import { Ltr } from '#ui/ltr.tsx'

/** What may be written besides plain words. */
export function TokensHelp() {
  return (
    <details className="tokens-help">
      <summary>פרטי העסק, הדגשה וקישורים בתוך טקסט</summary>
      <p>
        הדגשה: <Ltr>**מילים**</Ltr>, וקישור: <Ltr>[מילים](/about)</Ltr>. שורה ריקה פותחת פסקה.
      </p>
      <dl>
        {Object.entries(pageTokens).map(([token, words]) => (
          <div key={token}>
            <dt>
              <Ltr>{`{{${token}}}`}</Ltr>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p>הפרטים עצמם נכתבים בהגדרות, ומתעדכנים בכל העמודים יחד.</p>
    </details>
  )
}
