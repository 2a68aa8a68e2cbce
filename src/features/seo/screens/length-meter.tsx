import { lengthFinding } from '#features/seo/findings.ts'
import { lengths } from '#features/seo/seo.ts'
import { Ltr } from '#ui/ltr.tsx'

/** Shows how much of a text search results display, with advice. */
export function LengthMeter({ kind, text }: { kind: keyof typeof lengths; text: string }) {
  const { shown, least } = lengths[kind]
  const letters = text.length
  const finding = lengthFinding(kind, text)
  return (
    <p className="seo-meter">
      <meter
        min={0}
        max={Math.round(shown * 1.25)}
        low={least}
        high={shown + 1}
        optimum={(least + shown) / 2}
        value={letters}
        aria-label={`${letters} תווים מתוך ${shown}`}
      />
      <span>
        <Ltr>{`${letters}/${shown}`}</Ltr> {finding ?? 'אורך טוב'}
      </span>
    </p>
  )
}
