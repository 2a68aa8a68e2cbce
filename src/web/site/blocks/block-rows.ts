// Database rows shown by blocks. Only the rows needed by the blocks of the page are read.
import type { Backend } from '#client/backend.ts'
import { readLatestPosts } from '#features/blog/blog.data.ts'
import type { ListedPost } from '#features/blog/blog.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import type { Figure } from '#features/trust-metrics/trust-metrics.ts'
import { readTrustMetrics } from '#features/trust-metrics/trust-metrics.data.ts'
import { type ConsentTextVersion, readNewsletterText } from '#features/newsletter/newsletter-form.data.ts'
import type { Person } from '#platform/pages/blocks/people.ts'
import type { Question } from '#platform/pages/blocks/questions.ts'
import type { FocalImage } from '#platform/images/images.ts'
import { readShownPictures } from '#platform/images/images.data.ts'
import { pictureIdsIn } from '#platform/pages/pictures-in.ts'
import { readFirstBlock, readPage } from '#platform/pages/pages.data.ts'
import type { Block, Kind } from '#platform/pages/pages.ts'
import { readOffers } from '#features/products/products.data.ts'
import type { Offer } from '#features/products/products.ts'
import { readApprovedReviews } from '#features/reviews/reviews.data.ts'
import { type ApprovedReview, shownVoices } from '#features/reviews/reviews.ts'
import { readShownWebinars, type ShownWebinar } from '#features/webinars/public/public-webinars.data.ts'

export type BlockRows = {
  figures: Figure[]
  /** All reviews if a block selects a topic, otherwise as many as one section shows. */
  reviews: ApprovedReview[]
  posts: ListedPost[]
  asked: Question[]
  offers: Offer[]
  /** The people of the page "about". */
  people: Person[]
  webinars: ShownWebinar[]
  consentTexts: ShownText[]
  newsletterText: ConsentTextVersion | undefined
  /** By picture id; deleted pictures are missing. */
  pictures: ReadonlyMap<string, FocalImage>
}

// Limits of each section (spec: blog 3, FAQ 5).
const shown = { posts: 3, asked: 5 }

/** Reads the rows that these blocks show. */
export async function readBlockRows(backend: Backend, blocks: readonly Block[]): Promise<BlockRows> {
  const has = (...kinds: Kind[]) => blocks.some(({ kind }) => kinds.includes(kind))
  const [figures, reviews, posts, faqBlocks, offers, webinars, consentTexts, newsletterText, people] =
    await Promise.all([
      has('figures') ? readTrustMetrics(backend) : [],
      has('voices') ? readVoices(backend, blocks) : [],
      has('posts') ? readLatestPosts(backend, shown.posts) : [],
      has('asked') ? readMarkedQuestions(backend) : [],
      has('opening', 'services', 'compare') ? readOffers(backend) : [],
      has('webinar') ? readShownWebinars(backend) : [],
      has('contact') ? readShownTexts(backend) : [],
      has('newsletter') ? readNewsletterText(backend) : undefined,
      has('team') ? readPeople(backend) : [],
    ])
  const pictures = await readShownPictures(backend, pictureIdsIn([blocks, people]))
  return { figures, reviews, posts, asked: faqBlocks, offers, people, webinars, consentTexts, newsletterText, pictures }
}

/** All reviews if a block selects a topic, otherwise the first ones. */
const readVoices = (backend: Backend, blocks: readonly Block[]): Promise<ApprovedReview[]> =>
  readApprovedReviews(
    backend,
    blocks.some((block) => block.kind === 'voices' && block.content.topic !== '') ? {} : { limit: shownVoices },
  )

/** The people of the published page "about". */
export const readPeople = async (backend: Backend): Promise<Person[]> =>
  (await readFirstBlock(backend, '/about', 'people'))?.content.list ?? []

/** The questions of the published FAQ page that are marked for the home page. */
async function readMarkedQuestions(backend: Backend): Promise<Question[]> {
  const page = await readPage(backend, '/faq')
  return (page?.blocks ?? [])
    .flatMap((block) => (block.kind === 'questions' ? block.content.list : []))
    .filter(({ home }) => home)
    .slice(0, shown.asked)
}
