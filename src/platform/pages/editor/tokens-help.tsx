import { claimedFeatures } from '#platform/pages/claims.ts'
import { pagePlaceholders } from '#platform/pages/placeholders.ts'
import { Ltr } from '#ui/ltr.tsx'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'

/** Placeholders available in page texts. */
export function TokensHelp() {
  return (
    <Disclosure title="פרטי העסק, הדגשה וקישורים בתוך טקסט">
      <div className="tokens-help">
        <p>
          הדגשה: <Ltr>**מילים**</Ltr>, וקישור: <Ltr>[מילים](/about)</Ltr>. שורה ריקה פותחת פסקה.
        </p>
        <dl>
          {Object.entries(pagePlaceholders).map(([token, label]) => (
            <div key={token}>
              <dt>
                <Ltr>{`{{${token}}}`}</Ltr>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <p>
          מה שמבטיח משהו שעוד אין, או שעוד לא חובר: <bdi>{'{{כשיש שיעורים מקוונים}}'}</bdi> לפניו, ואחריו{' '}
          <bdi>{'{{כשאין שיעורים מקוונים}}'}</bdi> ומה לכתוב בינתיים, או <bdi>{'{{סוף}}'}</bdi>. האפשרויות:{' '}
          {Object.values(claimedFeatures)
            .filter((feature) => !feature.isBuilt || 'needsSetup' in feature)
            .map(({ name }) => name)
            .join(', ')}
          .
        </p>
        <p>הפרטים עצמם נכתבים בהגדרות, ומתעדכנים בכל העמודים יחד.</p>
      </div>
    </Disclosure>
  )
}
