// View models of the public launch pages. Content that is not open is omitted, not only hidden.
import type { CartState, ContentState, LaunchPhase, ParticipantStatus } from './launch-clock.ts'
import type { StoredImage } from '#platform/images/images.ts'
import type { commentSorts, LaunchLanding, LaunchOffer } from './launches.ts'

/** `address`: the URL for the player; for an uploaded file a signed path. */
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
  /** The title of the content that must be completed first. */
  waitsFor: string | null
  /** Empty until the content is open. */
  body: string
  hasVideo: boolean
  worksheet: string | null
  watchedSeconds: number
  position: number
  /** Whether the participant requested a notification of the opening. */
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
  /** The end of the price reservation: until then a started order can be completed, even if the cart has closed. */
  begunUntil: string | null
  isWaiting: boolean
  /** Undefined after the sale of the price has ended. */
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
  /** The selected content, if it is open. */
  chosen: string | null
  video: ShownVideo | null
  comments: ShownComments
  cart: ShownCart
}

/**
 * Without `view`: the reason why this browser has no access. All reasons except `device`, `revoked` and `ended` are
 * reported as `cold`.
 */
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
  /** The participant whose page a known browser can continue on. */
  participant: string | null
}
