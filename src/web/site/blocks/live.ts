// Rows of other nouns that blocks show. Read for those that are on the page, and for no others.
import type { SupabaseClient } from '@supabase/supabase-js'
import { readLatestPosts } from '#features/blog/blog.data.ts'
import type { ListedPost } from '#features/blog/blog.ts'
import { readShownTexts, type ShownText } from '#features/consents/shown-texts.data.ts'
import type { Figure } from '#features/trust-metrics/trust-metrics.ts'
import { readTrustMetrics } from '#features/trust-metrics/trust-metrics.data.ts'
import { type ConsentWords, readNewsletterText } from '#features/newsletter/newsletter-form.data.ts'
import type { Question } from '#features/pages/blocks/questions.ts'
import { readPage } from '#features/pages/pages.data.ts'
import type { Block, Kind } from '#features/pages/pages.ts'
import { readOffers } from '#features/products/products.data.ts'
import type { Offer } from '#features/products/products.ts'
import { readApprovedReviews } from '#features/reviews/reviews.data.ts'
import type { ApprovedReview } from '#features/reviews/reviews.ts'

export type Live = {
  figures: Figure[]
  /** One large and two beside it. */
  reviews: ApprovedReview[]
  posts: ListedPost[]
  asked: Question[]
  offers: Offer[]
  consentTexts: ShownText[]
  newsletterText: ConsentWords | undefined
}

// As many as the section draws (spec: blog 3, FAQ 5).
const shown = { reviews: 3, posts: 3, asked: 5 }

/** Reads what these blocks show besides their own words. */
export async function readLive(backend: SupabaseClient, blocks: readonly Block[]): Promise<Live> {
  const has = (...kinds: Kind[]) => blocks.some(({ kind }) => kinds.includes(kind))
  const [figures, reviews, posts, asked, offers, consentTexts, newsletterText] = await Promise.all([
    has('figures') ? readTrustMetrics(backend) : [],
    has('voices') ? readApprovedReviews(backend, { limit: shown.reviews }) : [],
    has('posts') ? readLatestPosts(backend, shown.posts) : [],
    has('asked') ? readAsked(backend) : [],
    has('opening', 'services', 'compare') ? readOffers(backend) : [],
    has('contact') ? readShownTexts(backend) : [],
    has('newsletter') ? readNewsletterText(backend) : undefined,
  ])
  return { figures, reviews, posts, asked, offers, consentTexts, newsletterText }
}

/** The questions that the published questions page marks for the front. */
async function readAsked(backend: SupabaseClient): Promise<Question[]> {
  const page = await readPage(backend, '/faq')
  return (page?.blocks ?? [])
    .flatMap((block) => (block.kind === 'questions' ? block.content.list : []))
    .filter(({ home }) => home)
    .slice(0, shown.asked)
}
