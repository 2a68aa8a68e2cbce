// Fills a campaign message for one recipient.
import { advertisementSubject } from '#features/messages/messages.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import type { CampaignBlock } from './blocks.ts'
import { type CampaignValues, fillCampaign } from './tokens.ts'

export type MessageContent = { subject: string; preheader: string; blocks: readonly CampaignBlock[] }

/** Replaces tokens, and prefixes the subject with the advertising label that the law requires. */
export function fillMessage({ subject, preheader, blocks }: MessageContent, values: CampaignValues): MessageContent {
  const filled = (text: string) => fillCampaign(text, values)
  return {
    subject: advertisementSubject(oneLine(filled(subject))),
    preheader: oneLine(filled(preheader)),
    blocks: blocks.map((block) => ('text' in block ? { ...block, text: filled(block.text) } : block)),
  }
}
