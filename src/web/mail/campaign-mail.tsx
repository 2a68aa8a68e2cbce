// A campaign message, block by block, with the legally required footer: sender, reason, unsubscribe link.
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { type CampaignBlock, paragraphsOf, piecesOf } from '#features/campaigns/blocks.ts'
import type { MessageContent } from '#features/campaigns/fill-message.ts'
import { formatDate } from '#lib/time/dates.ts'
import {
  Button,
  FootLink,
  MailFrame,
  MailSheet,
  Paragraph,
  Quote,
  Rule,
  senderLine,
  Subtitle,
  TextLink,
} from './mail-layout.tsx'

/** One recipient: consent date and the URL for preferences and unsubscribe. */
export type Recipient = { consentedAt: string | Date; preferences: string }

type Props = { words: MessageContent; reader: Recipient; business: PublicBusinessProfile; siteUrl: string }

const why = (reader: Recipient) =>
  `הודעה זו נשלחה אליכם כי נתתם הסכמה לקבלת תכנים שיווקיים בתאריך ${formatDate(reader.consentedAt)}.`

export const CampaignMail = (props: Props) => (
  <MailFrame subject={props.words.subject} preheader={props.words.preheader}>
    <CampaignSheet {...props} />
  </MailFrame>
)

/** The message without its document, for the preview in the editor. */
export function CampaignSheet({ words, reader, business, siteUrl }: Props) {
  const foot = (
    <>
      {advertiserLine(business)}
      <br />
      {why(reader)} <FootLink href={refusalOf(reader)}>להסרה מרשימת התפוצה</FootLink> ·{' '}
      <FootLink href={reader.preferences}>לעדכון העדפות</FootLink>
    </>
  )
  return (
    <MailSheet business={business} foot={foot}>
      {words.blocks.map((block, i) => (
        <Part key={i} block={block} business={business} siteUrl={siteUrl} />
      ))}
    </MailSheet>
  )
}

function Part({ block, business, siteUrl }: { block: CampaignBlock } & Pick<Props, 'business' | 'siteUrl'>) {
  switch (block.kind) {
    case 'heading':
      return <Subtitle>{block.text}</Subtitle>
    case 'text':
      return paragraphsOf(block.text).map((paragraph, i) => (
        <Paragraph key={i}>
          {piecesOf(paragraph).map(({ text, to }, j) =>
            to === undefined ? (
              text
            ) : (
              <TextLink key={j} href={whole(to, siteUrl)} business={business}>
                {text}
              </TextLink>
            ),
          )}
        </Paragraph>
      ))
    case 'button':
      return <Button link={whole(block.to, siteUrl)} text={block.words} business={business} />
    case 'quote':
      return <Quote>{block.text}</Quote>
    case 'line':
      return <Rule />
  }
}

/** The plain text alternative. */
export function campaignText({ words, reader, business, siteUrl }: Props): string {
  const parts = words.blocks.map((block) => {
    if (block.kind === 'line') return '* * *'
    if (block.kind === 'button') return `${block.words}:\n${whole(block.to, siteUrl)}`
    if (block.kind !== 'text') return block.text
    return piecesOf(block.text)
      .map(({ text, to }) => (to === undefined ? text : `${text} (${whole(to, siteUrl)})`))
      .join('')
  })
  const foot = [
    `--\n${advertiserLine(business)}\n${why(reader)}`,
    `להסרה מרשימת התפוצה: ${refusalOf(reader)}`,
    `לעדכון העדפות: ${reader.preferences}`,
  ].join('\n')
  return [...parts, foot].join('\n\n')
}

/** The law requires a postal or mail address for unsubscribe requests. */
const advertiserLine = (business: PublicBusinessProfile) =>
  [senderLine(business), business.email].filter(Boolean).join(' · ')

const refusalOf = ({ preferences }: Recipient) => `${preferences}#unsubscribe`

const whole = (to: string, siteUrl: string) => (to.startsWith('/') ? siteUrl + to : to)
