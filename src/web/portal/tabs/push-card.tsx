// Push messages of the portal in this browser.
import { refusalText } from '#client/refusal.ts'
import { type PushState, usePushState, useSwitchPush } from '#features/notifications/push.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PortalCard } from '../portal-card.tsx'

const texts: Record<PushState, string> = {
  unsupported: 'הדפדפן הזה אינו יודע להציג התראות. בטלפון כדאי להוסיף קודם את האזור האישי למסך הבית.',
  denied: 'ההתראות חסומות בדפדפן הזה. אפשר לשחרר אותן בהגדרות האתר של הדפדפן, ואז לחזור לכאן.',
  off: 'הודעה חדשה, תזכורת לפגישה או עדכון יופיעו גם כשהאזור האישי סגור. התוכן עצמו נשאר כאן, ואינו מוצג בהתראה. לא בלילה, בשבת ובחג.',
  on: 'הודעות, תזכורות ועדכונים מופיעים במכשיר הזה, בלי התוכן שלהם. ביציאה מהחשבון ההתראות נכבות.',
}

export function PushCard() {
  const { data: state, error, refetch } = usePushState('portal')
  const change = useSwitchPush('portal', (failure) => void toast.error(refusalText(failure)))
  return (
    <PortalCard id="push" title="התראות">
      {!state && error && <FailedToLoad insteadOf={state} error={error} onRetry={() => void refetch()} />}
      {state && <p className="portal-quiet">{texts[state]}</p>}
      {(state === 'on' || state === 'off') && (
        <Switch
          label="התראות במכשיר הזה"
          checked={state === 'on'}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate(target.checked)}
        />
      )}
    </PortalCard>
  )
}
