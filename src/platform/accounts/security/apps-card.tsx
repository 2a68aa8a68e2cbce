import { Check, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Factor } from '@supabase/supabase-js'
import { useApps } from '#platform/accounts/security.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { OptionCard } from '#ui/forms/option-card.tsx'
import { authErrorText } from '../sign-in/auth-errors.ts'
import { AddAppDialog } from './add-app-dialog.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { RemoveAppDialog } from './remove-app-dialog.tsx'

/** Second factor: status, enrolled apps, recovery codes. */
export function AppsCard() {
  const { data: apps, error, refetch } = useApps()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Factor>()
  const [printing, setPrinting] = useState<'first' | 'again'>()
  const isOn = apps !== undefined && apps.length > 0
  return (
    <>
      <OptionCard
        icon={Smartphone}
        title="אימות דו־שלבי"
        badge={apps && <State isOn={isOn} />}
        text="בכל כניסה, אחרי הסיסמה, נבקש קוד מאפליקציית אימות בטלפון. גם מי שגילה את הסיסמה לא ייכנס בלעדיו."
        actions={
          apps && (
            <Button look={isOn ? 'secondary' : 'primary'} size="sm" onClick={() => setAdding(true)}>
              {isOn ? 'הוספת אפליקציה' : 'הפעלה'}
            </Button>
          )
        }
      >
        {error && !apps ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          isOn && <Apps apps={apps} onRemove={setRemoving} />
        )}
      </OptionCard>
      {isOn && <RecoveryCodesCard onMake={(remaining) => setPrinting(remaining > 0 ? 'again' : 'first')} />}
      {adding && (
        <AddAppDialog
          onClose={() => setAdding(false)}
          // Recovery codes are offered right after the first app is enrolled.
          onAdded={() => !isOn && setPrinting('first')}
        />
      )}
      {printing && <RecoveryCodesDialog replaces={printing === 'again'} onClose={() => setPrinting(undefined)} />}
      {removing && (
        <RemoveAppDialog app={removing} isLast={apps?.length === 1} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

const State = ({ isOn }: { isOn: boolean }) =>
  isOn ? (
    <Badge kind="success">
      <Icon of={Check} />
      פעיל
    </Badge>
  ) : (
    <Badge kind="outline">כבוי</Badge>
  )

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className="option__row">
    <ErrorText>{authErrorText(error)}</ErrorText>
    <Button size="sm" onClick={onRetry}>
      ניסיון נוסף
    </Button>
  </div>
)

const Apps = ({ apps, onRemove }: { apps: readonly Factor[]; onRemove: (app: Factor) => void }) =>
  apps.map((app) => (
    <div className="option__row" key={app.id}>
      <p>
        <bdi>{app.friendly_name}</bdi>, מאז {formatDate(app.created_at)}
      </p>
      <Button look="link" size="sm" aria-label={`הסרה: ${app.friendly_name ?? ''}`} onClick={() => onRemove(app)}>
        הסרה
      </Button>
    </div>
  ))
