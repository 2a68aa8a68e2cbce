import './flow-top.css'
import { ArrowLeft } from 'lucide-react'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { SiteLogo } from '../site/site-logo.tsx'

/** Header with logo and one exit link: a page with a single task has no navigation. */
export const FlowTop = ({ business }: { business: PublicBusinessProfile }) => (
  <div className="wrap flow-top">
    <a className="logo" href="/" aria-label={`${business.business_name}, לעמוד הבית`}>
      <SiteLogo business={business} />
    </a>
    <a className="quiet-link" href="/">
      <span>חזרה לאתר</span>
      <Icon of={ArrowLeft} />
    </a>
  </div>
)
