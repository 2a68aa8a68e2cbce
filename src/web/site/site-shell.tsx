import './site.css'
import './print.css'
import type { ReactNode } from 'react'
import { AccessibilitySheet } from '#features/accessibility/accessibility-sheet.tsx'
import { CookieBanner } from '#features/cookie-consent/cookie-banner.tsx'
import type { SiteFacts } from '../pages.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** What every public page stands in: the way past the menu, header, content, footer. */
export function SiteShell({ facts, path, children }: { facts: SiteFacts; path: string; children: ReactNode }) {
  const ifStanding = (address: string) => (facts.standing.includes(address) ? address : undefined)
  return (
    <>
      <a className="skip" href="#main">
        דילוג לתוכן הראשי
      </a>
      <CookieBanner privacy={ifStanding('/privacy-policy')} />
      <SiteHeader facts={facts} path={path} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter facts={facts} />
      <AccessibilitySheet statement={ifStanding('/accessibility')} />
    </>
  )
}
