import { formatDate } from '#lib/time/dates.ts'
import { Block, Fact, Facts } from '#ui/block.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { SectionProps } from './rail-section.ts'

type Touch = { words: string; url: string | undefined; at: string | undefined }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Parses a marketing touch as recorded by forms: page, campaign, time. */
function readTouch(touch: Record<string, unknown> | null | undefined): Touch | undefined {
  if (!touch) return undefined
  const campaign = ['utm_source', 'utm_medium', 'utm_campaign'].flatMap((key) => text(touch[key]) ?? [])
  const form = touch['form'] === 'newsletter' ? 'הרשמה לעדכון' : undefined
  const words = [form, ...campaign].filter(Boolean).join(' · ')
  const url = text(touch['url'])
  return words || url ? { words, url, at: text(touch['at']) } : undefined
}

/** First and last marketing touch. Renders nothing if none was recorded. */
export function Attribution({ contact }: SectionProps) {
  const first = readTouch(contact.staff_details?.first_touch)
  const last = readTouch(contact.staff_details?.last_touch)
  if (!first && !last) return null
  return (
    <Block title="איך הגיעו">
      <Facts>
        {first && <OneTouch name="בהתחלה" touch={first} />}
        {last && <OneTouch name="לאחרונה" touch={last} />}
      </Facts>
    </Block>
  )
}

const OneTouch = ({ name, touch }: { name: string; touch: Touch }) => (
  <Fact name={name}>
    {touch.words && <span>{touch.words}</span>}
    {touch.url && <Ltr>{touch.url}</Ltr>}
    {touch.at && <span className="quiet">{formatDate(touch.at)}</span>}
  </Fact>
)
