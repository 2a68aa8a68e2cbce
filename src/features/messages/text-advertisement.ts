// An advertisement as text, with what the law requires: the word first, the advertiser, and how to refuse.
import { advertisement } from './messages.ts'
import type { ChannelName } from './due-message.ts'

export type Advertiser = { name: string; contact: string }

/** The word that refuses advertising in a reply. */
export const stopWord = 'הסר'

/** Whether a text says that it is an advertisement, and how to refuse. */
export const isLabelled = (text: string) => text.startsWith(advertisement) && text.includes(stopWord)

export function textAdvertisement(text: string, channel: ChannelName, { name, contact }: Advertiser): string {
  if (isLabelled(text) && text.includes(name)) return text
  const labelled = text.startsWith(advertisement) ? text : `${advertisement} | ${text}`
  // A text message may come from a name that takes no replies, so the contact is offered too.
  const way = channel === 'sms' ? `השיבו ״${stopWord}״ או פנו אל ${contact}` : `השיבו ״${stopWord}״`
  return `${labelled}\n\n${name}, ${contact}\nלהסרה: ${way}`
}

const requests = new Set([
  stopWord,
  'הסרה',
  'להסרה',
  'הסירו',
  'הסירו אותי',
  'הסר אותי',
  'תסירו אותי',
  'stop',
  'unsubscribe',
  'stop promotions',
])

/** Whether a reply refuses advertising: one of the words alone, with any quotes, points and case. */
export const isStopRequest = (text: string) =>
  requests.has(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
