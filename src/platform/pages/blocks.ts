// The registry of block kinds. A new kind is a file in blocks/ (static content) or live-blocks/ (rows of other modules), a line here, and a
// component.
import { z } from '#lib/schema.ts'
import type { BlockKind } from './block-kind.ts'
import { band } from './blocks/band.ts'
import { buttons } from './blocks/buttons.ts'
import { form } from './blocks/form.ts'
import { gallery } from './blocks/gallery.ts'
import { logos } from './blocks/logos.ts'
import { margin } from './blocks/margin.ts'
import { map } from './blocks/map.ts'
import { pair } from './blocks/pair.ts'
import { people } from './blocks/people.ts'
import { picture } from './blocks/picture.ts'
import { closing } from './blocks/closing.ts'
import { columns } from './blocks/columns.ts'
import { features } from './blocks/features.ts'
import { grid } from './blocks/grid.ts'
import { hero } from './blocks/hero.ts'
import { milestones } from './blocks/milestones.ts'
import { opening } from './blocks/opening.ts'
import { paragraphs } from './blocks/paragraphs.ts'
import { points } from './blocks/points.ts'
import { questions } from './blocks/questions.ts'
import { quote } from './blocks/quote.ts'
import { services } from './blocks/services.ts'
import { split } from './blocks/split.ts'
import { steps } from './blocks/steps.ts'
import { announcement } from './live-blocks/announcement.ts'
import { asked } from './live-blocks/asked.ts'
import { compare } from './live-blocks/compare.ts'
import { contact } from './live-blocks/contact.ts'
import { details } from './live-blocks/details.ts'
import { figures } from './live-blocks/figures.ts'
import { footer } from './live-blocks/footer.ts'
import { menu } from './live-blocks/menu.ts'
import { newsletter } from './live-blocks/newsletter.ts'
import { portal } from './live-blocks/portal.ts'
import { posts } from './live-blocks/posts.ts'
import { quiz } from './live-blocks/quiz.ts'
import { team } from './live-blocks/team.ts'
import { video } from './live-blocks/video.ts'
import { voices } from './live-blocks/voices.ts'
import { webinar } from './live-blocks/webinar.ts'

export const blockKinds = {
  hero,
  opening,
  band,
  figures,
  split,
  steps,
  points,
  features,
  columns,
  milestones,
  margin,
  grid,
  services,
  compare,
  portal,
  quote,
  paragraphs,
  picture,
  gallery,
  video,
  pair,
  people,
  team,
  logos,
  map,
  buttons,
  questions,
  asked,
  voices,
  posts,
  quiz,
  webinar,
  newsletter,
  form,
  contact,
  details,
  closing,
  announcement,
  menu,
  footer,
}

type Kinds = typeof blockKinds
export type Kind = keyof Kinds

/** A block of one kind. `id` is unique on its page, survives moves and edits, and is also its anchor. */
export type BlockOf<K extends Kind> = { id: string; kind: K; content: z.output<Kinds[K]['content']> }
export type Block = { [K in Kind]: BlockOf<K> }[Kind]

const blockId = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/)

const one = (kind: string, { content }: BlockKind) => z.strictObject({ id: blockId, kind: z.literal(kind), content })

const options = Object.entries<BlockKind>(blockKinds).map(([kind, declared]) => one(kind, declared))

/** A block as saved: unknown fields are refused. */
export const Block = z.discriminatedUnion(
  'kind',
  options as [(typeof options)[number], ...typeof options],
) as unknown as z.ZodType<Block>

/** The stored blocks that the current schemas accept: an outdated block is dropped instead of failing the page. */
export const readBlocks = (stored: readonly unknown[]): Block[] =>
  stored.flatMap((block) => Block.safeParse(block).data ?? [])

export const kindOf = (kind: Kind): BlockKind => blockKinds[kind]
