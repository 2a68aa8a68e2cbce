// The channels of messages, and whether each one is connected.
import './channels-card.css'
import { Link } from 'react-router'
import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Badge } from '#ui/badge.tsx'
import { channelLabels } from '../message-reasons.ts'

export function ChannelsCard() {
  const { data: status } = useMailStatus()
  const isConnected = (channel: string) => status?.channels.includes(channel) ?? false
  return (
    <SettingsCard
      title="ערוצים"
      text="הודעה של ערוץ שלא מחובר לא נשלחת, והסיבה נרשמת ביומן ההודעות."
      action={<Link to="/crm/email/plan">לתוכנית ההודעות</Link>}
    >
      <ul className="channels">
        <Channel name="email" isOn={status?.isConfigured ?? false}>
          הודעות, דיוור ואישורים
        </Channel>
        <Channel name="in_app" isOn>
          התראות לצוות, בכל מסך
        </Channel>
        <Channel name="whatsapp" isOn={isConnected('whatsapp')}>
          הודעות מעצמן; שיחה מכרטיס איש הקשר נפתחת תמיד
        </Channel>
        <Channel name="sms" isOn={isConnected('sms')}>
          הודעות קצרות למספר הנייד
        </Channel>
        <Channel name="push" isOn={isConnected('push')}>
          התראות גם כשהמערכת סגורה
        </Channel>
      </ul>
    </SettingsCard>
  )
}

const Channel = ({ name, isOn, children }: { name: string; isOn: boolean; children: string }) => (
  <li>
    <strong>{channelLabels[name]}</strong>
    <Badge kind={isOn ? 'success' : 'outline'}>{isOn ? 'מחובר' : 'לא מחובר'}</Badge>
    <small>{children}</small>
  </li>
)
