// Texts of the mails of an open cart. They are advertisements, so the sender adds label, sender details and unsubscribe
// link.
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import type { MailContent, MessageBlock } from '#platform/message-content/message-blocks.ts'
import { bonusesAt, type LaunchOffer } from './launches.ts'

export const cartMails = [
  'launch_cart_open',
  'launch_cart_middle',
  'launch_cart_day',
  'launch_cart_hours',
  'launch_cart_closed',
] as const
export type CartMail = (typeof cartMails)[number]

type Facts = {
  firstName: string
  launchTitle: string
  offer: LaunchOffer
  opensAt: Date
  closesAt: Date
  link: string
  /** The link to unsubscribe from this launch only. */
  leave: string
}

type MailTexts = { subject: string; preheader: string; heading: string; text: string; button: string }

/** Each deadline is the participant's, with day and hour. */
export function cartMailContent(kind: CartMail, facts: Facts): MailContent {
  const { subject, preheader, heading, text, button } = mailTextsOf(kind, facts)
  const { link, leave, offer, opensAt } = facts
  const bonuses = bonusesAt(offer, opensAt.getTime(), Date.now())
  const blocks: MessageBlock[] = [
    { kind: 'heading', text: heading },
    { kind: 'text', text },
    ...(kind === 'launch_cart_open' && bonuses.length > 0
      ? [{ kind: 'text' as const, text: bonuses.map((bonus) => `- ${bonus.text}${endOf(bonus.until)}`).join('\n') }]
      : []),
    { kind: 'button', words: button, to: link },
    { kind: 'text', text: `הסדרה הזאת לא מתאימה עכשיו? [לא ההשקה הזאת, ולהישאר ברשימה](${leave})` },
  ]
  return { subject, preheader, blocks }
}

function mailTextsOf(kind: CartMail, { firstName, launchTitle, offer, closesAt }: Facts): MailTexts {
  const name = offer.title || launchTitle
  const end = `${formatLongDate(closesAt)} בשעה ${formatTime(closesAt)}`
  const hello = `שלום ${firstName},`
  if (kind === 'launch_cart_open')
    return {
      subject: `ההרשמה נפתחה: ${name}`,
      preheader: `פתוחה עד ${end}`,
      heading: 'ההרשמה פתוחה',
      text: `${hello}\n\n${offer.text || 'כל הפרטים מחכים בעמוד האישי.'}\n\nההרשמה פתוחה עד ${end} (שעון ישראל).`,
      button: 'לפרטים ולהרשמה',
    }
  if (kind === 'launch_cart_middle')
    return {
      subject: `שאלות לפני ההחלטה על ${name}`,
      preheader: 'התשובות לשאלות שחוזרות',
      heading: 'לפני שמחליטים',
      text: `${hello}\n\n${questionsOf(offer) || 'אם יש שאלה, אפשר להשיב להודעה הזאת ונענה.'}\n\nההרשמה פתוחה עד ${end}.`,
      button: 'לעמוד האישי',
    }
  if (kind === 'launch_cart_closed')
    return {
      subject: `ההרשמה ל${name} נסגרה`,
      preheader: 'תודה על הזמן שהקדשתם לסדרה',
      heading: 'תודה שהייתם איתנו',
      text: `${hello}\n\nההרשמה נסגרה. השיעורים נשארים פתוחים עוד שבעה ימים, ואפשר להצטרף לרשימת ההמתנה לפעם הבאה.`,
      button: 'לרשימת ההמתנה',
    }
  const timeLeftText = kind === 'launch_cart_day' ? 'נשארה יממה' : 'נשארו שלוש שעות'
  return {
    subject: `${timeLeftText} להרשמה: ${name}`,
    preheader: `ההרשמה נסגרת ב${end}`,
    heading: timeLeftText,
    text: `${hello}\n\nההרשמה נסגרת ב${end}. אחרי השעה הזאת אי אפשר להצטרף במחזור הזה.`,
    button: 'להרשמה',
  }
}

const endOf = (until: string | null | undefined) =>
  until ? `, למצטרפים עד ${formatLongDate(until)} בשעה ${formatTime(until)}` : ''

const questionsOf = ({ faq }: LaunchOffer) =>
  faq
    .slice(0, 3)
    .map(({ q, a }) => `**${q}**\n${a}`)
    .join('\n\n')
