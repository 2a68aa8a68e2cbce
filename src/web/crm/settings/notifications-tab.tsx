import { refusalText } from '#client/refusal.ts'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { useSetPreference, useMuted } from '#features/notifications/preferences.data.ts'
import { notificationKinds } from '#features/notifications/preferences.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'

/** A switch for each notification kind of the user's roles. */
export function NotificationsTab() {
  const { data: muted, error, isPending, refetch } = useMuted()
  const { data: roles = [] } = useActiveRoles()
  const choose = useSetPreference((reason) => toast.error(refusalText(reason), { title: 'הבחירה לא נשמרה' }))
  if (isPending) return <Loading />
  if (error && !muted) return <FailedToLoad insteadOf={muted} error={error} onRetry={() => void refetch()} />
  return (
    <div className="settings__switches">
      {Object.entries(notificationKinds)
        .filter(([, { isFor }]) => isFor(roles))
        .map(([type, { title, text }]) => (
          <Switch
            key={type}
            name={type}
            label={title}
            hint={text}
            checked={!muted.includes(type)}
            onChange={({ target }) => choose.mutate({ type, isOn: target.checked })}
          />
        ))}
      <p className="settings__note">מה שקריטי מגיע תמיד.</p>
    </div>
  )
}
