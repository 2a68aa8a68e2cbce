import type { ComponentType } from 'react'
import type { Block, Kind } from '#platform/pages/pages.ts'
import type { SiteFacts } from '../../pages.ts'
import { AskedView } from '../data-sections/asked.tsx'
import { CompareView } from '../data-sections/compare.tsx'
import { ContactView } from '../data-sections/contact.tsx'
import { DetailsView } from '../data-sections/details.tsx'
import { NewsletterView } from '../data-sections/newsletter.tsx'
import { PortalView } from '../data-sections/portal.tsx'
import { PostsView } from '../data-sections/posts.tsx'
import { QuizView } from '../data-sections/quiz.tsx'
import { ServicesView } from '../data-sections/services.tsx'
import { VideoView } from '../data-sections/video.tsx'
import { VoicesView } from '../data-sections/voices.tsx'
import { WebinarSection } from '../data-sections/webinar.tsx'
import { BandView } from '../openings/band.tsx'
import { ClosingView } from '../openings/closing.tsx'
import { FiguresView } from '../openings/figures.tsx'
import { HeroView } from '../openings/hero.tsx'
import { OpeningView } from '../openings/opening.tsx'
import { QuoteView } from '../openings/quote.tsx'
import { ColumnsView } from '../sections/columns.tsx'
import { FeaturesView } from '../sections/features.tsx'
import { GridView } from '../sections/grid.tsx'
import { MarginView } from '../sections/margin.tsx'
import { MilestonesView } from '../sections/milestones.tsx'
import { ParagraphsView } from '../sections/paragraphs.tsx'
import { PointsView } from '../sections/points.tsx'
import { QuestionsView } from '../sections/questions.tsx'
import { SplitView } from '../sections/split.tsx'
import { StepsView } from '../sections/steps.tsx'
import { ButtonsView } from '../sections/buttons.tsx'
import { GalleryView } from '../sections/gallery.tsx'
import { LogosView } from '../sections/logos.tsx'
import { FormFrame } from '../sections/form-frame.tsx'
import { MapView } from '../sections/map.tsx'
import { PairView } from '../sections/pair.tsx'
import { PeopleView, TeamView } from '../sections/people.tsx'
import { PictureView } from '../sections/picture.tsx'
import { fillBlockTokens } from './fill-block-tokens.ts'
import type { BlockRows } from './block-rows.ts'
import type { BlockProps } from './block-props.ts'

type SiteWideKind = 'announcement' | 'menu' | 'footer'

/** View by block kind. Site-wide kinds are rendered by the shell. */
const views: { [K in Exclude<Kind, SiteWideKind>]: ComponentType<BlockProps<K>> } = {
  hero: HeroView,
  opening: OpeningView,
  band: BandView,
  figures: FiguresView,
  split: SplitView,
  steps: StepsView,
  points: PointsView,
  features: FeaturesView,
  columns: ColumnsView,
  milestones: MilestonesView,
  margin: MarginView,
  grid: GridView,
  services: ServicesView,
  compare: CompareView,
  portal: PortalView,
  quote: QuoteView,
  paragraphs: ParagraphsView,
  picture: PictureView,
  gallery: GalleryView,
  video: VideoView,
  pair: PairView,
  people: PeopleView,
  team: TeamView,
  logos: LogosView,
  map: MapView,
  buttons: ButtonsView,
  questions: QuestionsView,
  asked: AskedView,
  voices: VoicesView,
  posts: PostsView,
  quiz: QuizView,
  webinar: WebinarSection,
  newsletter: NewsletterView,
  form: FormFrame,
  contact: ContactView,
  details: DetailsView,
  closing: ClosingView,
}

/** The blocks of a page, in order. */
export function Blocks({ blocks, facts, rows }: { blocks: readonly Block[]; facts: SiteFacts; rows: BlockRows }) {
  return blocks.map(({ id, kind, content }) => {
    if (kind === 'announcement' || kind === 'menu' || kind === 'footer') return null
    // A cast, because a lookup by kind cannot express that the view matches the content of the kind.
    const View = views[kind] as ComponentType<{ id: string; content: object; facts: SiteFacts; rows: BlockRows }>
    return <View key={id} id={id} content={fillBlockTokens(content, facts.business)} facts={facts} rows={rows} />
  })
}
