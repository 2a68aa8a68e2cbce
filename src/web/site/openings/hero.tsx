import './hero.css'
import { Check } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import landscapeNarrow from '#ui/art/margin-landscape-narrow.svg?raw'
import landscape from '#ui/art/margin-landscape.svg?raw'
import { BlockPicture } from '../blocks/block-picture.tsx'
import { hasPicture } from '../blocks/site-picture.tsx'
import { CtaButton, CtaLink } from '../blocks/call-to-action.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** Hero of the home page: a headline over the landscape, or beside another picture. */
export function HeroView({ id, content, facts, rows }: BlockProps<'hero'>) {
  const { picture, photo, figure } = content
  const isLandscape = picture === 'landscape' && !hasPicture(photo, rows)
  return (
    <section className={isLandscape ? 'hero hero--landscape' : 'hero hero--picture'} id={id}>
      <div className="wrap hero__grid">
        <HeroText content={content} facts={facts} />
        {!isLandscape && (
          <BlockPicture
            of={picture === 'landscape' ? 'hills' : picture}
            photo={photo}
            facts={facts}
            rows={rows}
            className="hero__picture"
            first
          />
        )}
      </div>
      {isLandscape && (
        <div className="hero__art">
          {/* The picture is the argument of the page, so it is described to visitors who do not see it. */}
          <p className="vh">{describe(figure)}</p>
          <Illustration svg={withFigure(landscape, figure)} className="hero__wide" />
          <Illustration svg={withFigure(landscapeNarrow, figure)} className="hero__narrow" />
        </div>
      )}
    </section>
  )
}

const describe = (figure: string) =>
  `איור: ההכנסות וההוצאות כשני קווים בנוף. בצד אחד ההוצאות גבוהות מההכנסות, והלאה משם נפתח ביניהם מרווח שגדל לקראת הבית.${
    figure && ` המרווח החודשי: ${figure}`
  }`

const label = 'y="6" text-anchor="middle" direction="rtl" fill="var(--ill-ink,#14363c)">המרווח החודשי</text>'

/** The illustration, with the configured amount below its label. */
const withFigure = (svg: string, figure: string) =>
  figure
    ? svg.replace(
        label,
        () =>
          `${label.replace('y="6"', 'class="hero__label" y="-6"')}<text class="hero__figure" y="16" text-anchor="middle" direction="rtl" fill="var(--ill-ink,#14363c)">${escapeText(figure)}</text>`,
      )
    : svg

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function HeroText({ content, facts }: Pick<BlockProps<'hero'>, 'content' | 'facts'>) {
  const { eyebrow, title, lead, action, second, notes } = content
  return (
    <div className="hero__text">
      {eyebrow && <p className="kicker">{eyebrow}</p>}
      <h1 className="display d-hero">{title}</h1>
      <p className="lead hero__lead">{lead}</p>
      <div className="cta-row">
        <CtaButton link={action} facts={facts} size="xl" />
        <CtaLink link={second} facts={facts} />
      </div>
      {notes.length > 0 && (
        <p className="hero__note">
          {notes.map((note) => (
            <span key={note}>
              <Icon of={Check} />
              {note}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
