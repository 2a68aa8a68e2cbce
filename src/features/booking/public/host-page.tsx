import './host-page.css'
import type { Backend } from '#client/backend.ts'
import { ArrowLeft } from 'lucide-react'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { type BookableType, durationText, placeText, priceText } from './booking-offer.ts'
import { ClosedHost } from './closed-host.tsx'
import { FlowTop } from './flow-top.tsx'
import { type HostPage, readHost } from './host-page.data.ts'
import type { BookingFacts, BookingRequest } from './type-page.tsx'

type Props = HostPage & { facts: BookingFacts; request: BookingRequest }

export const quiet = true

/** A host with one type has no list: the visitor goes straight to it. */
export async function load(backend: Backend, { params }: BookingRequest) {
  const found = await readHost(backend, params['userIdOrSlug'] ?? '')
  if (!found) return undefined
  const types = found.types.filter(({ isHidden }) => !isHidden)
  return { ...found, types }
}

export const head = ({ host, types }: Props) => ({
  title: `פגישה עם ${host.name}`,
  description: host.headline || types.map(({ title }) => title).join(', ') || `פגישה עם ${host.name}`,
  robots: 'noindex',
})

export function View({ facts, host, isOpen, closedText, types }: Props) {
  return (
    <>
      <FlowTop business={facts.business} />
      <div className="flow-page host">
        <header className="host__who">
          <Avatar name={host.name} src={host.photo} size="lg" />
          <div>
            <h1 className="display d2">
              פגישה עם <bdi>{host.name}</bdi>
            </h1>
            {host.headline && <p className="lead">{host.headline}</p>}
          </div>
        </header>
        {isOpen && types.length > 0 ? (
          <ul className="host__types">
            {types.map((type) => (
              <Type key={type.id} type={type} href={`/book/${host.slug}/${type.slug}`} />
            ))}
          </ul>
        ) : (
          <ClosedHost text={closedText} business={facts.business} />
        )}
      </div>
    </>
  )
}

const Type = ({ type, href }: { type: BookableType; href: string }) => (
  <li className="host__type">
    <h2>
      <a href={href}>{type.title}</a>
    </h2>
    {type.description && <p className="host__text">{type.description}</p>}
    <p className="host__facts">
      {type.durations.map(durationText).join(' או ')} · {priceText(type.priceAgorot)} ·{' '}
      <span dir="auto">{placeText(type)}</span>
    </p>
    <Icon of={ArrowLeft} className="host__go" />
  </li>
)
