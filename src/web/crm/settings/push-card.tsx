// Push messages in this browser.
import { type PushState, usePushState, useSwitchPush } from '#features/notifications/push.data.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Button } from '#ui/button.tsx'

const texts: Record<PushState, string> = {
  unsupported: 'הדפדפן הזה אינו יודע להציג התראות. בטלפון כדאי להוסיף קודם את האתר למסך הבית.',
  denied: 'ההתראות חסומות בדפדפן הזה. אפשר לשחרר אותן בהגדרות האתר של הדפדפן, ואז לחזור לכאן.',
  off: 'התראות שמופיעות גם כשהמערכת סגורה, במחשב או בטלפון הזה. לא בלילה, בשבת ובחג, אלא אם משהו קריטי.',
  on: 'ההתראות פועלות בדפדפן הזה. למטה בוחרים אילו מהן יגיעו לכאן.',
}

export function PushCard({ onFail }: { onFail: (error: unknown) => void }) {
  const { data: state } = usePushState('crm')
  const change = useSwitchPush('crm', onFail)
  return (
    <SettingsCard title="התראות בדפדפן" {...(state && { text: texts[state] })}>
      {(state === 'on' || state === 'off') && (
        <div>
          <Button busy={change.isPending} onClick={() => change.mutate(state === 'off')}>
            {state === 'off' ? 'הפעלה בדפדפן הזה' : 'כיבוי בדפדפן הזה'}
          </Button>
        </div>
      )}
    </SettingsCard>
  )
}
