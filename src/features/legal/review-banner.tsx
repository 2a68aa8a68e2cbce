import './review-banner.css'
import { Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'
import { useLegalSettings } from './legal-settings.data.ts'

/** Reminds staff until the published texts are marked as reviewed by a lawyer. `action` is shown to users who can mark them. */
export function ReviewBanner({ action }: { action?: ReactNode }) {
  const settings = useLegalSettings()
  if (!settings.isSuccess || settings.data?.reviewed_at) return null
  return (
    <aside className="review-banner" aria-label="בדיקה משפטית">
      <Icon of={Scale} />
      <p>
        <b>העמודים המשפטיים עוד לא נבדקו בידי עורך או עורכת דין.</b> הנוסחים הם שלד לדוגמה, והאחריות למה שמתפרסם היא של
        העסק.
      </p>
      {action}
    </aside>
  )
}
