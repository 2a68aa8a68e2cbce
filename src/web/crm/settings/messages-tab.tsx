// Everything about outgoing messages: the sender, its domain, hours and frequency, channels.
import { ChannelsCard } from '#features/messages/screens/channels-card.tsx'
import { SenderDomainCard } from '#features/messages/sender-domain/sender-domain-card.tsx'
import { SenderTab } from '#platform/mail-status/sender-tab.tsx'
import { MessageHours } from './message-hours.tsx'

export const MessagesTab = () => (
  <>
    <SenderTab />
    <SenderDomainCard />
    <MessageHours />
    <ChannelsCard />
  </>
)
