// The words of a letter as one reader gets them.
import { advertisementSubject } from '#features/messages/messages.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import type { CampaignBlock } from './blocks.ts'
import { type CampaignValues, fillCampaign } from './tokens.ts'

export type LetterWords = { subject: string; preheader: string; blocks: readonly CampaignBlock[] }

/** Values in place of tokens, and before the subject the word with which the law wants an advertisement to begin. */
export function filledLetter({ subject, preheader, blocks }: LetterWords, values: CampaignValues): LetterWords {
  const filled = (text: string) => fillCampaign(text, values)
  return {
    subject: advertisementSubject(oneLine(filled(subject))),
    preheader: oneLine(filled(preheader)),
    blocks: blocks.map((block) => ('text' in block ? { ...block, text: filled(block.text) } : block)),
  }
}
