import './site.css'
import './print.css'
import type { ReactNode } from 'react'
import { AccessibilitySheet } from '#features/accessibility/accessibility-sheet.tsx'
import { CookieBanner } from '#features/cookie-consent/cookie-banner.tsx'
import type { SiteFacts } from '../../pages.ts'
import type { Announcement } from '#platform/pages/announcement.ts'
import { ContactBar } from './contact-bar.tsx'
import { LandingFooter, SiteFooter } from './site-footer.tsx'
import { LandingHeader, SiteHeader } from './site-header.tsx'
import { SiteStrip } from './site-strip.tsx'

/** Site layout: skip link, header, content, footer. */
export function SiteShell({
  facts,
  path,
  announcement,
  layout = 'site',
  startsWithForm = false,
  children,
}: {
  facts: SiteFacts
  path: string
  announcement: Announcement | undefined
  /** `quiet`: only the content. `landing`: the name of the business above, the legal links below. */
  layout?: 'site' | 'landing' | 'quiet'
  /** A form is on the first screen of a phone: no bar covers it. */
  startsWithForm?: boolean
  children: ReactNode
}) {
  const ifPublished = (address: string) => (facts.publishedPaths.includes(address) ? address : undefined)
  return (
    <>
      <a className="skip" href="#main">
        דילוג לתוכן הראשי
      </a>
      <CookieBanner privacy={ifPublished('/privacy-policy')} />
      {layout === 'site' && announcement && <SiteStrip announcement={announcement} facts={facts} />}
      {layout === 'site' && <SiteHeader facts={facts} path={path} />}
      {layout === 'landing' && <LandingHeader business={facts.business} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {layout === 'site' && <SiteFooter facts={facts} />}
      {layout === 'landing' && <LandingFooter facts={facts} />}
      {layout === 'site' && !startsWithForm && <ContactBar business={facts.business} />}
      <AccessibilitySheet statement={ifPublished('/accessibility')} />
    </>
  )
}
