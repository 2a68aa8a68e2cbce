// The opening block above a landing page's form, or defaults while nothing is published.
import { blockKinds } from '#platform/pages/blocks.ts'
import type { BlockOf } from '#platform/pages/pages.ts'
import type { SiteFacts } from '../pages.ts'
import { fillBlockTokens } from '../site/blocks/fill-block-tokens.ts'
import type { SiteContent } from '../site/content.ts'

type Opening = BlockOf<'opening'>['content']

export function openingOf(
  content: SiteContent | undefined,
  { business }: Pick<SiteFacts, 'business'>,
  otherwise: Partial<Opening> = {},
): Opening {
  const opening = content?.page.blocks.find((block) => block.kind === 'opening')
  return opening
    ? fillBlockTokens({ ...blockKinds.opening.blank, ...opening.content }, business)
    : { ...blockKinds.opening.blank, ...otherwise }
}
