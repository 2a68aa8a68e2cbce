// The first draft of a webinar's page: its details as blocks.
import type { Block } from '#platform/pages/pages.ts'
import { block } from '#platform/pages/content/block.ts'
import { webinarPath } from '../webinars.ts'

type Details = {
  slug: string
  title: string
  subtitle: string
  takeaways: readonly string[]
  presenter: string
  presenter_about: string
}

/** Truncates to the maximum length of a block's title. */
const cut = (title: string) => title.slice(0, 90).trim()

export function pageBlocks({ slug, title, subtitle, takeaways, presenter, presenter_about: about }: Details): Block[] {
  return [
    block('opening', 'opening', {
      title: cut(title),
      lead: subtitle,
      action: { words: 'לשמירת מקום', href: webinarPath(slug) },
    }),
    ...(takeaways.length > 0
      ? [block('gains', 'paragraphs', { title: 'מה ייצא לכם מההדרכה', text: takeaways.join('\n\n') })]
      : []),
    ...(presenter
      ? [
          block('host', 'paragraphs', {
            title: cut(`נעים להכיר, ${presenter}`),
            text: about || presenter,
            ground: 'tint',
          }),
        ]
      : []),
    ...proofBlocks,
  ]
}

/** Reviews and questions, for webinar pages without custom blocks. */
export const proofBlocks: Block[] = [block('voices', 'voices', {}), block('asked', 'asked', { ground: 'tint' })]
