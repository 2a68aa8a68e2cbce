// What the public pages of launches show. Content that is not open is absent, not hidden.
import type { CartState, ContentState, LaunchPhase, ParticipantStatus } from './launch-clock.ts'
import type { StoredImage } from '#platform/images/images.ts'
import type { commentSorts, LaunchLanding, LaunchOffer } from './launches.ts'

/** `address`: what a player opens; of an own file a signed path. */
export type ShownVideo = {
  source: 'file' | 'hls' | 'youtube' | 'vimeo' | 'link'
  address: string
  seconds: number | null
  captions: string | null
  chapters: { at: number; title: string }[]
}

export type ShownContent = {
  id: string
  kind: 'video' | 'live' | 'pdf' | 'quiz' | 'sales'
  title: string
  state: ContentState
  opensAt: string | null
  closesAt: string | null
  /** Title of the content that has to be completed first. */
  waitsFor: string | null
  /** Empty while it is not open. */
  body: string
  hasVideo: boolean
  worksheet: string | null
  watchedSeconds: number
  position: number
  /** A mail of its opening was asked for. */
  isAsked: boolean
  poster: StoredImage | null
}

export type ShownComment = {
  id: string
  name: string
  body: string
  isStaff: boolean
  isPinned: boolean
  isPending: boolean
  parentId: string | null
  at: string
}

export type ShownComments = { shown: ShownComment[]; sort: (typeof commentSorts)[number]; page: number; pages: number }

export type ShownCart = {
  state: CartState
  opensAt: string | null
  closesAt: string | null
  offer: LaunchOffer
  /** Until then an order that was begun may be completed, whether or not the cart is open. */
  begunUntil: string | null
  isWaiting: boolean
  /** Undefined once the price is not sold. */
  price:
    | {
        id: string
        slug: string
        product: string
        amountAgorot: number
        installments: number
        seatsLeft: number | null
      }
    | undefined
}

export type WatchView = {
  launch: { id: string; title: string; phase: LaunchPhase; tz: string; takesComments: boolean }
  participant: { id: string; name: string; status: ParticipantStatus }
  openUntil: string | null
  contents: ShownContent[]
  /** The chosen content, if it is open. */
  chosen: string | null
  video: ShownVideo | null
  comments: ShownComments
  cart: ShownCart
}

/** Without `view`: why the page is closed to this browser. All but `device`, `revoked` and `ended` are the same to a stranger. */
export type OpenedWatch =
  | { access: 'ok'; view: WatchView }
  | { access: 'cold' | 'revoked' | 'ended'; title: string }
  | { access: 'device'; title: string; email: string }

export type LandingView = {
  id: string
  title: string
  phase: LaunchPhase
  tz: string
  landing: LaunchLanding
  prelaunchAt: string | null
  contents: { title: string; at: string | null; afterHours: number | null; poster: StoredImage | null }[]
  /** Where a known browser continues. */
  participant: string | null
}
