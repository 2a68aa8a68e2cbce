import './notifications-tab.css'
import { refusalText } from '#client/refusal.ts'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { useChannelChoices, useChooseChannel } from '#features/notifications/channel-choices.data.ts'
import { type Channels, defaultChannels, notificationKinds } from '#features/notifications/preferences.ts'
import { CheckField } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { usePushState } from '#features/notifications/push.data.ts'
import { DigestCard } from './digest-card.tsx'
import { PushCard } from './push-card.tsx'

const notStored = (reason: unknown) => void toast.error(refusalText(reason), { title: 'הבחירה לא נשמרה' })

/** The daily digest, and the channels of each notification type that the user's roles receive. */
export function NotificationsTab() {
  const { data: choices, error, isPending, refetch } = useChannelChoices()
  const { data: roles = [] } = useActiveRoles()
  if (isPending) return <Loading />
  if (error && !choices) return <FailedToLoad insteadOf={choices} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <DigestCard onFail={notStored} />
      <PushCard onFail={notStored} />
      <div className="settings__switches">
        {Object.entries(notificationKinds)
          .filter(([, { isFor }]) => isFor(roles))
          .map(([type, { title, text }]) => (
            <KindRow key={type} type={type} title={title} text={text} channels={choices.get(type) ?? defaultChannels} />
          ))}
        <p className="settings__note">מה שקריטי מגיע תמיד.</p>
      </div>
    </>
  )
}

type RowProps = { type: string; title: string; text: string; channels: Channels }

function KindRow({ type, title, text, channels }: RowProps) {
  const choose = useChooseChannel(notStored)
  const { data: push } = usePushState('crm')
  const set = (channel: keyof Channels) => (event: { target: { checked: boolean } }) =>
    choose.mutate({ type, channel, isOn: event.target.checked })
  const label = (channel: string) => (
    <>
      {channel}
      <span className="vh">: {title}</span>
    </>
  )
  return (
    <div className="notice-kind">
      <Switch name={type} label={title} hint={text} checked={channels.in_app} onChange={set('in_app')} />
      <div className="notice-kind__channels">
        <CheckField
          label={label('גם בסיכום היומי')}
          name={`${type}:digest`}
          checked={channels.digest}
          onChange={set('digest')}
        />
        {push === 'on' && (
          <CheckField label={label('גם בדפדפן')} name={`${type}:push`} checked={channels.push} onChange={set('push')} />
        )}
      </div>
    </div>
  )
}
