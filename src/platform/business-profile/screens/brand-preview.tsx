import type { CSSProperties, Ref } from 'react'
import { brandVariables, type Seed } from '#platform/business-profile/brand.ts'
import { Badge } from '#ui/badge.tsx'
import { LogoMark } from '#ui/pictures/logo.tsx'

/** Preview of the app in light and dark mode with unsaved colours. */
export const BrandPreview = ({ colours, ref }: { colours: Record<Seed, string>; ref: Ref<HTMLElement> }) => (
  <div className="brand__previews">
    <Small title="מצב בהיר" theme="light" colours={colours} ref={ref} />
    <Small title="מצב כהה" theme="dark" colours={colours} />
  </div>
)

type Props = { title: string; theme: 'light' | 'dark'; colours: Record<Seed, string>; ref?: Ref<HTMLElement> }

const Small = ({ title, theme, colours, ref }: Props) => (
  <figure
    ref={ref}
    className="brand-scope brand__small"
    data-theme={theme}
    style={brandVariables(colours) as CSSProperties}
  >
    <div className="brand__side" aria-hidden="true">
      <LogoMark />
      <span className="brand__here" />
      <span />
      <span />
      <span />
    </div>
    <div className="brand__screen">
      <figcaption>{title}</figcaption>
      {/* Decorative copies of buttons, hidden from assistive technology. */}
      <div className="brand__row" aria-hidden="true">
        <Badge kind="primary">תגית</Badge>
        <Badge kind="accent">הדגשה</Badge>
        <span className="brand__link" data-measured="link">
          קישור
        </span>
      </div>
      <div className="brand__row" aria-hidden="true">
        <span className="btn btn--primary btn--sm" data-measured="primary">
          פעולה ראשית
        </span>
        <span className="btn btn--accent btn--sm" data-measured="accent">
          שמירת מקום
        </span>
      </div>
      <div className="brand__bar" aria-hidden="true">
        <span />
      </div>
    </div>
  </figure>
)
