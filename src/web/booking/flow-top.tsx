import './flow-top.css'
import { ArrowLeft } from 'lucide-react'
import { logoFor } from '#platform/business-profile/brand.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Logo } from '#ui/pictures/logo.tsx'

/** Logo and one way out: a page with a single task has no navigation. */
export const FlowTop = ({ business }: { business: PublicBusinessProfile }) => (
  <div className="wrap flow-top">
    <a className="logo" href="/" aria-label={`${business.business_name}, לעמוד הבית`}>
      <Logo name={business.business_name} image={logoFor(business, false)} />
    </a>
    <a className="quiet-link" href="/">
      <span>חזרה לאתר</span>
      <Icon of={ArrowLeft} />
    </a>
  </div>
)
