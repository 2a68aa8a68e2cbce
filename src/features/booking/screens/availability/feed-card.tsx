// The private calendar feed URL of the user's own appointments.
import { Copy } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { formatDate } from '#lib/time/dates.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useCalendarFeed, useCreateCalendarFeed, useRemoveCalendarFeed } from '../../availability.data.ts'
import { refusals } from '../../booking-labels.ts'

const showError = (error: unknown) => toast.error(refusalText(error, refusals))

export function FeedCard({ host }: { host: string }) {
  const { data: since } = useCalendarFeed(host)
  const creating = useCreateCalendarFeed(host)
  const removing = useRemoveCalendarFeed(host)
  if (since === undefined) return null
  const address = creating.data && since !== null ? location.origin + creating.data : undefined
  const copy = () =>
    navigator.clipboard.writeText(address!).then(
      () => toast.success('הקישור הועתק'),
      () => toast.error('הדפדפן לא אפשר להעתיק'),
    )
  return (
    <SettingsCard
      title="מינוי ליומן אחר"
      text="קישור פרטי שתוכנת יומן (Apple, Outlook ואחרות) קוראת ממנו את הפגישות שלכם, לצפייה בלבד. מי שהקישור בידיו רואה את שמות המשתתפים."
    >
      {address && (
        <>
          <p className="availability__feed">
            <Ltr>{address}</Ltr>
          </p>
          <p>הקישור מוצג פעם אחת. כדאי להעתיק אותו עכשיו.</p>
        </>
      )}
      {since !== null && !address && <p>יש קישור פעיל מאז {formatDate(since)}.</p>}
      <div className="availability__acts">
        {address && (
          <Button size="sm" look="primary" icon={<Icon of={Copy} />} onClick={() => void copy()}>
            העתקת הקישור
          </Button>
        )}
        <Button size="sm" busy={creating.isPending} onClick={() => creating.mutate(undefined, { onError: showError })}>
          {since === null ? 'יצירת קישור' : 'קישור חדש במקום הקודם'}
        </Button>
        {since !== null && (
          <Button
            size="sm"
            look="ghost"
            busy={removing.isPending}
            onClick={() =>
              removing.mutate(undefined, {
                onError: showError,
                onSuccess: () => {
                  creating.reset()
                  toast.success('הקישור הופסק')
                },
              })
            }
          >
            הפסקת הקישור
          </Button>
        )}
      </div>
    </SettingsCard>
  )
}
