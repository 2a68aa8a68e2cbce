import './site.css'
import './print.css'
import type { ReactNode } from 'react'
import { AccessibilitySheet } from '#features/accessibility/accessibility-sheet.tsx'
import { CookieBanner } from '#features/cookie-consent/cookie-banner.tsx'
import type { SiteFacts } from '../../pages.ts'
import type { Announcement } from '#platform/pages/announcement.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { SiteStrip } from './site-strip.tsx'

/** Site layout: skip link, header, content, footer. */
export function SiteShell({
  facts,
  path,
  announcement,
  quiet = false,
  children,
}: {
  facts: SiteFacts
  path: string
  announcement: Announcement | undefined
  quiet?: boolean
  children: ReactNode
}) {
  const ifPublished = (address: string) => (facts.publishedPaths.includes(address) ? address : undefined)
  return (
    <>
      <a className="skip" href="#main">
        דילוג לתוכן הראשי
      </a>
      <CookieBanner privacy={ifPublished('/privacy-policy')} />
      {!quiet && announcement && <SiteStrip announcement={announcement} facts={facts} />}
      {!quiet && <SiteHeader facts={facts} path={path} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!quiet && <SiteFooter facts={facts} />}
      <AccessibilitySheet statement={ifPublished('/accessibility')} />
    </>
  )
}
