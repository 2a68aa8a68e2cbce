// First setup step: adding the people of the business. Loaded after the first screen.
import './people-banner.css'
import { UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { usePeopleMissing } from '#platform/pages/people-missing.data.ts'
import { Icon } from '#ui/pictures/icon.tsx'

/** Banner for adding the people of the business, until the page that shows them is published. */
export function PeopleBanner() {
  const { data: isMissing } = usePeopleMissing()
  if (!isMissing) return null
  return (
    <aside className="people-banner" aria-label="האנשים באתר">
      <Icon of={UserRound} />
      <p>
        <b>צעד ראשון באתר: מי מלווים את המשפחות?</b> שם, תצלום, הכשרה ושני משפטים. כותבים פעם אחת בעמוד ״אודות״, ואפשר
        להציג אותם גם בדף הבית ובעמוד שיחת ההיכרות.
      </p>
      <Link to="/crm/site/pages/about">לעמוד ״אודות״</Link>
    </aside>
  )
}
