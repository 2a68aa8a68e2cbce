import { Circle, CircleCheck } from 'lucide-react'
import { useSitePages } from '#platform/pages/editing.data.ts'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useWebinarSessions, type WebinarRow } from '../webinars.data.ts'
import { goToPart, type PartId } from './parts.tsx'

type Step = { name: string; isReady: boolean; part: PartId }

/** The checklist of a draft before publication. Only a missing recording prevents it. */
export function BeforePublishing({ webinar, show }: { webinar: WebinarRow; show: (part: PartId) => void }) {
  const { data: sessions } = useWebinarSessions()
  const { data: pages } = useSitePages()
  if (!sessions || !pages) return null
  const { id, kind, subtitle, takeaways, stream, recording, page_path: path, just_in_time_from: from } = webinar
  const hasDate = sessions.some(
    ({ webinar_id: of, status }) => of === id && ['scheduled', 'lobby', 'live'].includes(status),
  )
  const page = pages.find((one) => one.path === path)
  const steps: Step[] = [
    { name: 'ההבטחה, ומה ייצא מההדרכה', isReady: subtitle !== '' && takeaways.length > 0, part: 'details' },
    kind === 'live'
      ? { name: 'כתובת השידור (אפשר גם אחרי הפרסום)', isReady: stream !== null, part: 'details' }
      : { name: 'ההקלטה', isReady: recording !== null, part: 'details' },
    ...(kind === 'on_demand'
      ? []
      : [{ name: 'מועד להרשמה', isReady: hasDate || (kind === 'automated' && from !== null), part: 'dates' } as const]),
    ...(page
      ? [{ name: 'פרסום המקטעים של העמוד', isReady: page.published_version_id !== null, part: 'page' } as const]
      : []),
  ]
  return (
    <Block title="לפני הפרסום">
      <ul className="webinar-ready">
        {steps.map(({ name, isReady, part }) => (
          <li key={name} className={isReady ? 'is-ready' : undefined}>
            <Icon of={isReady ? CircleCheck : Circle} />
            <span>
              {name}
              <span className="vh">{isReady ? ': יש' : ': חסר'}</span>
            </span>
            {!isReady && (
              <Button size="sm" look="ghost" aria-label={`להשלמה: ${name}`} onClick={() => goToPart(part, show)}>
                להשלמה
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
