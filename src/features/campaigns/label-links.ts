// Adds UTM labels to the links of a campaign to the site. Page views are counted by label, without identifying the
// visitor.
import type { MailContent, MessageBlock } from '#platform/message-content/message-blocks.ts'

type Options = { campaign: string; siteUrl: string }

/** Links created for one recipient, and links to other sites, are not labelled. */
export function labelLinks<Content extends Pick<MailContent, 'blocks'>>(content: Content, options: Options): Content {
  return { ...content, blocks: content.blocks.map((block) => labelBlock(block, (to) => labelled(to, options))) }
}

function labelBlock(block: MessageBlock, label: (to: string) => string): MessageBlock {
  switch (block.kind) {
    case 'button':
    case 'picture':
    case 'article':
      return { ...block, to: label(block.to) }
    case 'text':
      return { ...block, text: block.text.replaceAll(/\]\(([^()\s]+)\)/g, (_, to: string) => `](${label(to)})`) }
    case 'heading':
    case 'quote':
    case 'line':
      return block
  }
}

function labelled(to: string, { campaign, siteUrl }: Options): string {
  if (to !== siteUrl && !to.startsWith(`${siteUrl}/`) && !/^\/(?!\/)/.test(to)) return to
  const [, address = '', fragment = ''] = /^([^#]*)(.*)$/.exec(to) ?? []
  const labels = `utm_source=newsletter&utm_medium=email&utm_campaign=${campaign}`
  return `${address}${address.includes('?') ? '&' : '?'}${labels}${fragment}`
}
