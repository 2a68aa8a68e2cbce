import { useMemo, useState } from 'react'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { continuePath } from '../form-paths.ts'
import type { Filling } from './form-view.ts'
import { clearSentMarker, readSentMarker } from './sent-marker.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * Shown before the questions if the form was submitted from this device. On a shared device the form can be filled in
 * again.
 */
export function SentNotice({ view }: { view: Filling }) {
  const { formId, allowsChanges, isOncePerPerson, link, change, isPreview } = view
  const isAwake = useHydrated()
  const [isDismissed, setDismissed] = useState(false)
  const sent = useMemo(() => (isAwake ? readSentMarker(formId) : undefined), [isAwake, formId])
  const isConcerned = (allowsChanges || isOncePerPerson) && !link && change === undefined && !isPreview
  if (!sent || isDismissed || !isConcerned || sent.key === view.fillKey) return null
  return (
    <section className="form-notice" aria-label="הטופס כבר נשלח">
      <p>
        הטופס הזה כבר נשלח מהמכשיר הזה ב־{formatDate(new Date(sent.at))}.
        {isOncePerPerson && ' כל אדם ממלא אותו פעם אחת.'}
      </p>
      <p className="form-notice__acts">
        <a className="btn btn--secondary" href={continuePath(formId, sent.key)}>
          {allowsChanges ? 'לאישור ולשינוי התשובות' : 'לאישור'}
        </a>
        <Button
          look="ghost"
          onClick={() => {
            clearSentMarker(formId)
            setDismissed(true)
          }}
        >
          למילוי של אדם אחר
        </Button>
      </p>
    </section>
  )
}
