import '../booking/flow-top.css'
import { X } from 'lucide-react'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { SiteLogo } from '../site/site-logo.tsx'

type Props = { business: PublicBusinessProfile; at?: number; count?: number }

/** Header with logo, progress, and exit link. */
export const QuizTop = ({ business, at, count }: Props) => (
  <header>
    <div className="wrap flow-top">
      <a className="logo" href="/" aria-label={`${business.business_name}, לעמוד הבית`}>
        <SiteLogo business={business} />
      </a>
      <span className="quiz__progress">
        {at !== undefined && count !== undefined && (
          <span>{at < count ? `שאלה ${at + 1} מתוך ${count}` : 'סיימנו את השאלות'}</span>
        )}
        <a className="btn btn--ghost btn--icon" href="/" aria-label="יציאה מהשאלון">
          <Icon of={X} />
        </a>
      </span>
    </div>
    {at !== undefined && count !== undefined && (
      <progress className="quiz__bar" aria-label="התקדמות בשאלון" value={at} max={count} />
    )}
  </header>
)
