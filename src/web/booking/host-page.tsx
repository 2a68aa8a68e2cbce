import './host-page.css'
import { ArrowLeft } from 'lucide-react'
import type { Backend } from '#client/backend.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { type BookableType, durationText, placeText, priceText } from '#features/booking/public/booking-offer.ts'
import { type HostPage, readBookingAddresses, readHost } from '#features/booking/public/host-page.data.ts'
import { withBookingParams } from '#features/booking/public/view-of-request.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Head, PageAddress, PageProps, PageRequest } from '../pages.ts'
import { BookingPanel, type BookingProps, type LoadedBooking, loadBooking } from './booking-panel.tsx'
import { ClosedHost } from './closed-host.tsx'
import { FlowTop } from './flow-top.tsx'
import { readTrust, type Trust, TrustStrip } from './trust-strip.tsx'

type HostWithTexts = HostPage & { texts: ShownText[] }
type Loaded = (HostWithTexts | LoadedBooking) & { trust: Trust }
type Props = PageProps & Loaded

export const quiet = true

/** A host with one appointment type has no list: the page shows that type. */
export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const found = await readHost(backend, request.params['userIdOrSlug'] ?? '')
  const [only, ...others] = found?.types ?? []
  if (!found) return undefined
  const [shown, trust] = await Promise.all([
    only && others.length === 0 ? loadBooking(backend, request, found, only) : withTexts(backend, found),
    readTrust(backend),
  ])
  return { ...shown, trust }
}

async function withTexts(backend: Backend, found: HostPage): Promise<HostWithTexts> {
  return { ...found, texts: await readShownTexts(backend) }
}

export const addresses = async (backend: Backend): Promise<PageAddress[]> => {
  const hosts = Map.groupBy(await readBookingAddresses(backend), ({ host_slug: slug }) => slug)
  return [...hosts].map(([slug, [host]]) => ({ path: `/book/${slug}`, ...headOf(host!.host_name, host!.headline) }))
}

export const head = ({ host }: Props): Head => headOf(host.name, host.headline)

/** Booking pages are not indexed: visitors receive their links. */
function headOf(name: string, headline: string) {
  const title = `פגישה עם ${name}`
  return { title, description: headline || title, robots: 'noindex' }
}

export const View = (props: Props) => (
  <>
    <FlowTop business={props.facts.business} />
    {isBooking(props) ? (
      <div className="flow-page">
        <BookingPanel {...props} opens />
        <TrustStrip {...props.trust} publishedPaths={props.facts.publishedPaths} />
      </div>
    ) : (
      <Types {...props} />
    )}
  </>
)

const isBooking = (props: Props): props is BookingProps & { trust: Trust } => 'type' in props

type TypesProps = PageProps & HostWithTexts & { trust: Trust }

/** The host and the types to choose from. */
const Types = ({ facts, request, host, isOpen, closedText, types, texts, trust }: TypesProps) => (
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
          <Type key={type.id} type={type} href={withBookingParams(`/book/${host.slug}/${type.slug}`, request.query)} />
        ))}
      </ul>
    ) : (
      <ClosedHost text={closedText} facts={facts} texts={texts} />
    )}
    <TrustStrip {...trust} publishedPaths={facts.publishedPaths} />
  </div>
)

const Type = ({ type, href }: { type: BookableType; href: string }) => (
  <li className="host__type">
    <h2>
      <a href={href}>{type.title}</a>
    </h2>
    {type.description && <p className="host__text">{type.description}</p>}
    <p className="host__facts">
      {[type.durations.map(durationText).join(' או '), priceText(type)].filter(Boolean).join(' · ')} ·{' '}
      <span dir="auto">{placeText(type)}</span>
    </p>
    <Icon of={ArrowLeft} className="host__go" />
  </li>
)
