// Fills the content of a message for one recipient.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { parseCondition } from '#lib/templates/parse-template.ts'
import { holds, type RenderOptions, renderTemplate } from '#lib/templates/render-template.ts'
import type { MailContent, MessageBlock } from './message-blocks.ts'
import { escapeRichText } from './rich-text.ts'

/** Names of fields without a value: left out, or replaced by their fallback. */
export type Filled<Content> = { content: Content; missing: string[]; fellBack: string[] }

type Recipient = Omit<RenderOptions, 'escape'>

export function fillMail({ subject, preheader, blocks }: MailContent, recipient: Recipient): Filled<MailContent> {
  const { render, notes } = createRenderer(recipient)
  const content = {
    subject: oneLine(render(subject)),
    preheader: oneLine(render(preheader)),
    blocks: blocks
      .filter((block) => isShown(block, recipient))
      .map((block) => fillBlock(withoutCondition(block), render)),
  }
  return { content, ...notes() }
}

/** A text message or the texts of a notice, by key. */
export function fillTexts<Texts extends Record<string, string>>(texts: Texts, recipient: Recipient): Filled<Texts> {
  const { render, notes } = createRenderer(recipient)
  const content = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, plainText(render(text))]),
  ) as Texts
  return { content, ...notes() }
}

/** `escape` is given for rich text. */
type Render = (text: string, escape?: (text: string) => string) => string

/** Renders several texts, and collects the fields without a value. */
function createRenderer(recipient: Recipient) {
  const missing = new Set<string>()
  const fellBack = new Set<string>()
  const render: Render = (text, escape) => {
    const rendered = renderTemplate(text, { ...recipient, ...(escape && { escape }) })
    for (const name of rendered.missing) missing.add(name)
    for (const name of rendered.fellBack) fellBack.add(name)
    return rendered.text
  }
  return { render, notes: () => ({ missing: [...missing], fellBack: [...fellBack] }) }
}

/** Its condition is met: a later filling, for the footer, must not ask again. */
function withoutCondition(block: MessageBlock): MessageBlock {
  const { when: _met, ...rest } = block
  return rest
}

function isShown({ when }: MessageBlock, { values }: Recipient): boolean {
  if (!when) return true
  const condition = parseCondition(when)
  return condition !== undefined && holds(condition, values)
}

/** Fills every text of a block. */
export function fillBlock(block: MessageBlock, render: Render): MessageBlock {
  switch (block.kind) {
    case 'text':
      return { ...block, text: render(block.text, escapeValue) }
    case 'heading':
    case 'quote':
      return { ...block, text: render(block.text) }
    case 'button':
      return { ...block, words: render(block.words), to: render(block.to) }
    case 'picture':
      return { ...block, alt: render(block.alt), to: render(block.to) }
    case 'article':
      return { ...block, title: render(block.title), text: render(block.text), to: render(block.to) }
    case 'line':
      return block
  }
}

/** An address is inserted as it is: links are made by the server, and contain no markup. */
const escapeValue = (value: string) => (/^https?:\/\/[^\s*[\]()\\]+$/.test(value) ? value : escapeRichText(value))
