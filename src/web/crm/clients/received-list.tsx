// Messages received by WhatsApp, SMS or mail, one line per contact. Replies are written on the contact's page.
import { Link } from 'react-router'
import type { ReceivedConversation } from '#features/messages/received.data.ts'
import { formatDate } from '#lib/time/dates.ts'

const channels = { whatsapp: 'וואטסאפ', sms: 'SMS', email: 'דוא״ל' } as const

export const ReceivedList = ({ conversations }: { conversations: readonly ReceivedConversation[] }) => (
  <ul aria-label="הודעות שהגיעו בוואטסאפ, ב־SMS ובדוא״ל">
    {conversations.map((one) => (
      <li key={one.contact_id}>
        <Link className="inbox__link" to={`/crm/contacts/${one.contact_id}`}>
          <span>
            <b>
              <bdi>{one.contact_name}</bdi>
            </b>
          </span>
          <small dir="auto">{one.last_words}</small>
          <small>
            {channels[one.channel]}
            {!one.is_verified && ', השולח לא אומת'}, {one.is_answered ? 'ענינו' : 'מחכה לתשובה'},{' '}
            {formatDate(one.received_at)}
          </small>
        </Link>
      </li>
    ))}
  </ul>
)
