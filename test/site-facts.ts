// Fixtures of public pages: site facts, requests, block rows, offers, posts, reviews.
import type { ShownWebinar } from '#features/webinars/public/public-webinars.data.ts'
import type { BlockRows } from '#web/site/blocks/block-rows.ts'
import type { PageRequest, SiteFacts } from '#web/pages.ts'
import type { ListedPost } from '#features/blog/blog.ts'
import type { Offer } from '#features/products/products.ts'
import type { ApprovedReview } from '#features/reviews/reviews.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { frameOf } from '#platform/pages/frame.ts'
import { blockKinds, type Block, type BlockOf, type Kind } from '#platform/pages/blocks.ts'

const business: SiteFacts['business'] = {
  business_name: 'בית מרווח',
  legal_name: 'בית מרווח בע״מ',
  company_number: '510000011',
  address: 'הרצל 1, חיפה',
  phone: '04-000-0000',
  mobile: '050-000-0001',
  email: 'office@example.com',
  privacy_email: null,
  accessibility_email: null,
  accessibility_coordinator: null,
  product_name: null,
  coach_name: null,
  hours: null,
  login_url: null,
  socials: {},
  logo_url: null,
  logo_light_url: null,
  logo_dark_url: null,
  profile_image_url: null,
  brand_colors: null,
  updated_at: '2026-11-01T08:00:00Z',
  is_published: true,
}

type Changes = Partial<Omit<SiteFacts, 'business'>> & { business?: Partial<SiteFacts['business']> }

export const siteFacts = ({ business: changed, ...changes }: Changes = {}): SiteFacts => ({
  siteUrl: 'https://example.co.il',
  loginUrl: '/client-login',
  publishedPaths: ['/', '/contact'],
  backendKey: 'key',
  callBooking: undefined,
  pixelId: undefined,
  announcement: undefined,
  frame: frameOf(),
  brandVersion: 'v1',
  ...changes,
  business: { ...business, ...changed },
})

/** A business profile with only a name. */
export const bareBusiness = Object.fromEntries(
  Object.keys(business).flatMap((name) =>
    name === 'business_name' || name === 'socials' || name === 'is_published' || name === 'updated_at'
      ? []
      : [[name, null]],
  ),
) as Partial<SiteFacts['business']>

export const pageRequest = (changes: Partial<PageRequest> = {}): PageRequest => ({
  path: '/',
  params: {},
  query: {},
  ...changes,
})

export const blockRows = (changes: Partial<BlockRows> = {}): BlockRows => ({
  figures: [],
  reviews: [],
  posts: [],
  asked: [],
  offers: [],
  people: [],
  webinars: [],
  consentTexts: [],
  newsletterText: undefined,
  pictures: new Map(),
  ...changes,
})

/** A block of the given kind, with blank content overridden by `changes`. */
export const blockOf = <K extends Kind>(
  kind: K,
  changes: Partial<BlockOf<K>['content']> = {},
  id = `${kind}-1`,
): Block => ({ id, kind, content: { ...blockKinds[kind].blank, ...changes } }) as Block

/** The content of a published page. */
export const siteContent = (blocks: Block[], rows: Partial<BlockRows> = {}) => ({
  page: { path: '/', blocks, publishedAt: '2026-11-01T08:00:00Z' },
  rows: blockRows(rows),
})

export const shownTexts: ShownText[] = [
  { id: 'text-marketing', kind: 'marketing', he_text: 'מסכימים לקבל תוכן שיווקי' },
  { id: 'text-privacy', kind: 'privacy_notice', he_text: 'הפרטים נמסרים אל {{legalName}}, {{privacyEmail}}.' },
]

export const offerWith = (changes: Partial<Offer> = {}): Offer => ({
  id: 'offer',
  slug: 'livui',
  name: 'ליווי משפחתי',
  kind: 'service',
  tagline: 'חצי שנה של פגישות',
  description: '',
  included: ['12 פגישות'],
  facts: [],
  call_words: 'לשיחה',
  call_way: 'talk',
  has_waitlist: true,
  updated_at: '2026-11-01T08:00:00Z',
  former_slugs: [],
  price: {
    id: 'price',
    name: '',
    amount_agorot: 129_000,
    vat_mode: 'included',
    max_installments: 1,
    interval: null,
    charges: null,
    active_to: null,
    seats: null,
    seats_left: null,
  },
  prices: [],
  is_open: true,
  opens_at: null,
  seats_left: null,
  is_most_chosen: false,
  changes_at: null,
  bump: null,
  ...changes,
})

export const listedPost = (changes: Partial<ListedPost> = {}): ListedPost => ({
  id: 'post-000001',
  slug: 'takziv',
  title: 'תקציב ראשון',
  excerpt: 'איך מתחילים',
  published_at: '2026-11-01T08:00:00Z',
  saved_at: '2026-11-01T08:00:00Z',
  featured: false,
  reading_min: 1,
  cover: null,
  cover_alt: '',
  cover_art: 'gap',
  tags: [],
  category_slug: null,
  category_name: null,
  author_name: null,
  ...changes,
})

export const approvedReview = (changes: Partial<ApprovedReview> = {}): ApprovedReview => ({
  id: 'review',
  shown_name: 'נ׳ ל׳',
  about: null,
  rating: 5,
  body: 'עזר לנו',
  reply: null,
  tags: [],
  is_featured: false,
  verified_by: null,
  source: 'form',
  approved_at: '2026-11-01T08:00:00Z',
  photo_id: null,
  ...changes,
})

/** A live webinar with one session. */
export const shownWebinar = (slug: string, starts: string) =>
  ({
    id: slug,
    slug,
    title: `הדרכה ${slug}`,
    kind: 'live',
    has_replay: false,
    duration_minutes: 60,
    sessions: [
      {
        id: `session-${slug}`,
        webinar_id: slug,
        starts_at: starts,
        status: 'scheduled',
        seats_left: null,
        replay_until: null,
      },
    ],
  }) as unknown as ShownWebinar
