import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { darkenForWhiteText, type Seed } from '#platform/business-profile/brand.ts'
import { type Channels, contrast, enoughContrast } from '#platform/business-profile/contrast.ts'
import { Icon } from '#ui/pictures/icon.tsx'

const measures = { primary: 'טקסט על כפתור ראשי', accent: 'טקסט על הדגשה', link: 'קישורים על רקע לבן' } as const
export type ContrastRatios = Record<keyof typeof measures, number>

/** Contrast ratios measured on the preview. */
export function ContrastList({
  colours,
  measured,
}: {
  colours: Record<Seed, string>
  measured: ContrastRatios | undefined
}) {
  const isMoved = darkenForWhiteText(colours.primary) !== colours.primary
  return (
    <ul className="contrast" aria-live="polite">
      {measured &&
        Object.entries(measures).map(([part, name]) => (
          <Ratio key={part} name={name} ratio={measured[part as keyof ContrastRatios]} />
        ))}
      {isMoved && (
        <li className="contrast__note">
          <Icon of={Info} />
          הצבע הראשי בהיר מדי לטקסט לבן, ולכן בכפתורים ובקישורים הוא מוצג כהה יותר.
        </li>
      )}
    </ul>
  )
}

function Ratio({ name, ratio }: { name: string; ratio: number }) {
  const isEnough = ratio >= enoughContrast
  return (
    <li className={isEnough ? 'contrast__good' : 'contrast__bad'}>
      <Icon of={isEnough ? CircleCheck : CircleAlert} />
      <span>
        {name}
        {!isEnough && ': קשה לקריאה'}
      </span>
      <bdi dir="ltr" className="contrast__ratio">
        {ratio.toFixed(1)}:1
      </bdi>
    </li>
  )
}

/** Contrast ratios of the colours as the preview renders them. */
export function measure(preview: HTMLElement): ContrastRatios {
  const ground = renderedColor(getComputedStyle(preview).backgroundColor)
  const of = (part: string) => {
    const { color, backgroundColor } = getComputedStyle(preview.querySelector(`[data-measured="${part}"]`)!)
    return contrast(renderedColor(color), part === 'link' ? ground : renderedColor(backgroundColor))
  }
  return { primary: of('primary'), accent: of('accent'), link: of('link') }
}

/** Any CSS colour as rendered RGB. */
function renderedColor(colour: string): Channels {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
