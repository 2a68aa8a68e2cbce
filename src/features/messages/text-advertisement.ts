// A text advertisement with its legal requirements: the label at the start, the advertiser, and how to opt out.
import { advertisement } from './messages.ts'
import type { ChannelName } from './due-message.ts'

export type Advertiser = { name: string; contact: string }

/** The keyword that opts out of advertising in a reply. */
export const stopWord = 'הסר'

/** A mention of opting out, as a whole word: "הסרטון" also contains the keyword. */
const optOut = /(?<!\p{L})(?:הסר|ל?הסרה|הסירו)(?!\p{L})/u

/** Whether a text is labelled as an advertisement and explains how to opt out. */
export const isLabelled = (text: string) => text.startsWith(advertisement) && optOut.test(text)

export function textAdvertisement(text: string, channel: ChannelName, { name, contact }: Advertiser): string {
  if (isLabelled(text) && text.includes(name)) return text
  const labelled = text.startsWith(advertisement) ? text : `${advertisement} | ${text}`
  // The sender name of an SMS may not accept replies, so contact details are added.
  const way = channel === 'sms' ? `השיבו ״${stopWord}״ או פנו אל ${contact}` : `השיבו ״${stopWord}״`
  return `${labelled}\n\n${name}, ${contact}\nלהסרה: ${way}`
}

const requests = new Set([
  stopWord,
  'הסרה',
  'להסרה',
  'להסיר',
  'הסירו',
  'תסירו',
  'stop',
  'unsubscribe',
  'stop promotions',
])

/** Polite words around a keyword that do not change its meaning. */
const fillers = new Set(['נא', 'אנא', 'בבקשה', 'תודה', 'אותי', 'מהרשימה', 'מהדיוור', 'please', 'thanks'])

/**
 * Whether a reply opts out of advertising: only one of the keywords, ignoring quotes, punctuation, case and polite
 * words.
 */
export const isStopRequest = (text: string) =>
  requests.has(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '' && !fillers.has(word))
      .join(' '),
  )
