// Series of mails offered by landing pages: their texts, and the content of each mail.
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import type { LandingPath } from '../lead-magnets.ts'

export type SeriesMail = {
  /** Days after the start. */
  day: number
  title: string
  preheader: string
  task: string
  how: string
  /** Text about what follows the series. */
  next: string
}

export type Series = {
  key: string
  landingPath: LandingPath
  name: string
  /** The noun for one part, followed by its number. */
  part: string
  mails: readonly SeriesMail[]
}

/** Send time of all mails but the first, which is sent immediately. Israel time. */
export const sendingHour = '08:00'

/** A service mail: it was requested, so it contains no marketing. */
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
/** Also marks the series as seeded, so that a series that the owner deleted is not seeded again. */
export const templateKey = ({ key }: Series, at: number) => `series.${key}-${at + 1}`
