import { KeyRound } from 'lucide-react'
import { useRecoveryCodes } from '#platform/accounts/security.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { OptionCard } from '#ui/forms/option-card.tsx'
import { authErrorText } from '../sign-in/auth-errors.ts'

/** Threshold for suggesting new codes. */
const fewLeft = 3

/** Recovery codes: remaining count and regeneration. */
export function RecoveryCodesCard({ onMake }: { onMake: (left: number) => void }) {
  const { data, error, refetch } = useRecoveryCodes()
  const remaining = data?.left ?? 0
  return (
    <OptionCard
      icon={KeyRound}
      title="קודי שחזור"
      badge={data && <Badge kind={remaining > fewLeft ? 'success' : 'warning'}>{remainingText(remaining)}</Badge>}
      text={
        remaining > 0 && data?.created_at
          ? `נכנסים איתם כשהאפליקציה לא לידכם. הקודים נוצרו ב־${formatDate(data.created_at)}; קודים חדשים מבטלים אותם.`
          : 'נכנסים איתם כשהטלפון אבד או הוחלף. בלעדיהם רק הנהלת העסק תוכל להכניס אתכם.'
      }
      actions={
        data && (
          <Button size="sm" look={remaining === 0 ? 'primary' : 'secondary'} onClick={() => onMake(remaining)}>
            {remaining === 0 ? 'יצירת קודים' : 'קודים חדשים'}
          </Button>
        )
      }
    >
      {error && (
        <div className="option__row">
          <ErrorText>{authErrorText(error)}</ErrorText>
          <Button size="sm" onClick={() => void refetch()}>
            ניסיון נוסף
          </Button>
        </div>
      )}
    </OptionCard>
  )
}

const remainingText = (remaining: number) =>
  count(remaining, { zero: 'אין קודים', one: 'נותר קוד אחד', two: 'נותרו שני קודים', other: 'נותרו # קודים' })
