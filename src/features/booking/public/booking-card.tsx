import './booking-card.css'
import { ArrowLeft, Clock, MapPin, Phone, Users, Video } from 'lucide-react'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { LocationKind } from '../booking-labels.ts'
import { type BookableType, durationText, type Host, placeText, priceText } from './booking-offer.ts'

const icons: Record<LocationKind, typeof Video> = {
  meet: Video,
  zoom: Video,
  phone_host_calls: Phone,
  phone_client_calls: Phone,
  whatsapp: Phone,
  in_person: MapPin,
}

type Props = {
  host: Host
  type: BookableType
  /** The host's page with other types. */
  others: string | undefined
  /** Whether the heading is the h1 of the page. */
  opens: boolean
}

/** Host, duration and location, beside the picker. */
export function BookingCard({ host, type, others, opens }: Props) {
  const Heading = opens ? 'h1' : 'h2'
  return (
    <section className="booking-card" aria-labelledby="booking-title">
      <span className="booking-card__photo">
        <Avatar name={host.name} src={host.photo} size="lg" />
      </span>
      <div>
        <p className="booking-card__host">
          <bdi>{host.name}</bdi>
        </p>
        <Heading className="display d3" id="booking-title">
          {type.title}
        </Heading>
      </div>
      <ul className="booking-card__facts">
        <li>
          <Icon of={Clock} />
          <span>
            {[
              type.durations.length > 1
                ? type.durations.map(durationText).join(' או ')
                : durationText(type.defaultDuration),
              priceText(type),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
        <li>
          <Icon of={icons[type.locationKind]} />
          <span dir="auto">{placeText(type)}</span>
        </li>
        {type.seats !== null && (
          <li>
            <Icon of={Users} />
            <span>מפגש קבוצתי, עד {type.seats} מקומות</span>
          </li>
        )}
      </ul>
      {type.description && <p className="booking-card__text">{type.description}</p>}
      {others && (
        <a className="quiet-link" href={others}>
          <span>סוגי פגישות נוספים</span>
          <Icon of={ArrowLeft} />
        </a>
      )}
    </section>
  )
}
