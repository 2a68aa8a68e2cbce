// A series of mails that a landing page offers: its texts, and the content of each mail.
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import type { LandingPath } from '../lead-magnets.ts'

export type SeriesMail = {
  /** Days after the beginning. */
  day: number
  title: string
  preheader: string
  task: string
  how: string
  /** What comes after it. */
  next: string
}

export type Series = {
  key: string
  landingPath: LandingPath
  name: string
  /** The word for one of its parts, with a number behind it. */
  part: string
  mails: readonly SeriesMail[]
}

/** The hour of all mails but the first, which goes out at once. Israel time. */
export const sendingHour = '08:00'

/** A mail of service: it was asked for, so it advertises nothing. */
export const contentOf = ({ part, name, landingPath, mails }: Series, at: number): MailContent => {
  const { title, preheader, task, how, next } = mails[at]!
  return {
    subject: `${name}, ${part} ${at + 1}: ${title}`,
    preheader,
    blocks: [
      { kind: 'heading', text: `${part} ${at + 1} מתוך ${mails.length}: ${title}` },
      { kind: 'text', text: `שלום {{שם_פרטי|לכם}},\n\n**${task}**\n\n${how}\n\n${next}` },
      { kind: 'button', words: 'לכל המשימות בעמוד', to: landingPath },
    ],
  }
}

export const templateName = ({ name, part }: Series, at: number) => `${name}, ${part} ${at + 1}`
/** Also says whether the series was seeded: the owner may delete it for good. */
export const templateKey = ({ key }: Series, at: number) => `series.${key}-${at + 1}`
