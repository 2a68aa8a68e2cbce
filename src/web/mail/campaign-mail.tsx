// A campaign message, block by block, with the legally required footer: sender, reason, unsubscribe link.
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { imageUrl } from '#platform/images/images.ts'
import type { MailContent, MessageBlock } from '#platform/message-content/message-blocks.ts'
import { type TextSegment, richPartsOf, richTextAsPlain } from '#platform/message-content/rich-text.ts'
import { formatDate } from '#lib/time/dates.ts'
import {
  Button,
  Card,
  FootLink,
  List,
  ListItem,
  MailFrame,
  MailSheet,
  Paragraph,
  Picture,
  Quote,
  Rule,
  senderLine,
  Subtitle,
  TextLink,
} from './mail-layout.tsx'

/**
 * One recipient: the consent date, and the URL of the page for preferences and unsubscribing. `countsClicks`: clicks on
 * links into the site are counted.
 */
export type Recipient = { consentedAt: string | Date; preferences: string; countsClicks?: boolean }

/** Without a `recipient` it is a service message: no consent and no unsubscribe link, but the reason for the mail. */
type Props = { words: MailContent; recipient: Recipient | undefined; business: PublicBusinessProfile; siteUrl: string }

const reason = (recipient: Recipient) =>
  `הודעה זו נשלחה אליכם כי נתתם הסכמה לקבלת תכנים שיווקיים בתאריך ${formatDate(recipient.consentedAt)}.`

const clickNotice = 'הכניסות לאתר מהקישורים שבהודעה נספרות, בלי לדעת מי נכנסו.'

const serviceNotice = 'קיבלתם הודעה זו כי אתם בקשר איתנו. זו הודעת שירות, ולא פרסומת.'

export const CampaignMail = (props: Props) => (
  <MailFrame subject={props.words.subject} preheader={props.words.preheader}>
    <CampaignSheet {...props} />
  </MailFrame>
)

/** The message body for the preview in the editor, without the HTML document. */
export function CampaignSheet({ words, recipient, business, siteUrl }: Props) {
  const foot = recipient ? (
    <>
      {advertiserLine(business)}
      <br />
      {reason(recipient)} <FootLink href={refusalOf(recipient)}>להסרה מרשימת התפוצה</FootLink> ·{' '}
      <FootLink href={recipient.preferences}>לעדכון העדפות</FootLink>
      {recipient.countsClicks && (
        <>
          <br />
          {clickNotice}
        </>
      )}
    </>
  ) : (
    <>
      {senderLine(business)}
      <br />
      {serviceNotice}
    </>
  )
  return (
    <MailSheet business={business} foot={foot}>
      <Blocks blocks={words.blocks} business={business} siteUrl={siteUrl} />
    </MailSheet>
  )
}

export const Blocks = ({ blocks, ...look }: { blocks: readonly MessageBlock[] } & Look) =>
  blocks.map((block, i) => <Part key={i} block={block} {...look} />)

type Look = Pick<Props, 'business' | 'siteUrl'>

/** Paragraphs and lists. */
export const RichText = ({ text, ...look }: { text: string } & Look) =>
  richPartsOf(text).map((part, i) =>
    part.kind === 'paragraph' ? (
      <Paragraph key={i}>
        <Pieces pieces={part.pieces} {...look} />
      </Paragraph>
    ) : (
      <List key={i} isOrdered={part.isOrdered}>
        {part.items.map((pieces, j) => (
          <ListItem key={j}>
            <Pieces pieces={pieces} {...look} />
          </ListItem>
        ))}
      </List>
    ),
  )

function Part({ block, ...look }: { block: MessageBlock } & Look) {
  const { business, siteUrl } = look
  switch (block.kind) {
    case 'heading':
      return <Subtitle>{block.text}</Subtitle>
    case 'text':
      return <RichText text={block.text} {...look} />
    case 'button':
      return <Button link={absoluteUrl(block.to, siteUrl)} text={block.words} business={business} />
    case 'quote':
      return <Quote>{block.text}</Quote>
    case 'line':
      return <Rule />
    case 'picture':
      return (
        <Picture
          src={absoluteUrl(imageUrl(block.picture, { width: 1200 }), siteUrl)}
          alt={block.alt}
          picture={block.picture}
          href={block.to ? absoluteUrl(block.to, siteUrl) : undefined}
        />
      )
    case 'article':
      return (
        <Card>
          {block.picture && (
            <Picture
              src={absoluteUrl(imageUrl(block.picture, { width: 1200 }), siteUrl)}
              alt=""
              picture={block.picture}
              href={absoluteUrl(block.to, siteUrl)}
            />
          )}
          <Subtitle>{block.title}</Subtitle>
          {block.text && <Paragraph>{block.text}</Paragraph>}
          <TextLink href={absoluteUrl(block.to, siteUrl)} business={business}>
            {readOn}
          </TextLink>
        </Card>
      )
  }
}

const readOn = 'להמשך קריאה'

const Pieces = ({ pieces, business, siteUrl }: { pieces: readonly TextSegment[] } & Look) =>
  pieces.map(({ text, to, isBold }, i) => {
    const span = isBold ? <b key={i}>{text}</b> : text
    return to === undefined ? (
      span
    ) : (
      <TextLink key={i} href={absoluteUrl(to, siteUrl)} business={business}>
        {span}
      </TextLink>
    )
  })

/** The plain text alternative. */
export function campaignText({ words, recipient, business, siteUrl }: Props): string {
  const parts = blocksAsPlain(words.blocks, siteUrl)
  if (!recipient) return [...parts, `--\n${senderLine(business)}\n${serviceNotice}`].join('\n\n')
  const foot = [
    `--\n${advertiserLine(business)}\n${reason(recipient)}`,
    `להסרה מרשימת התפוצה: ${refusalOf(recipient)}`,
    `לעדכון העדפות: ${recipient.preferences}`,
    ...(recipient.countsClicks ? [clickNotice] : []),
  ].join('\n')
  return [...parts, foot].join('\n\n')
}

export function blocksAsPlain(blocks: readonly MessageBlock[], siteUrl: string): string[] {
  const address = (to: string) => absoluteUrl(to, siteUrl)
  return blocks.map((block) => {
    switch (block.kind) {
      case 'line':
        return '* * *'
      case 'button':
        return `${block.words}:\n${address(block.to)}`
      case 'text':
        return richTextAsPlain(block.text, address)
      case 'picture':
        return block.to ? `${block.alt}:\n${address(block.to)}` : block.alt
      case 'article':
        return [block.title, block.text, `${readOn}: ${address(block.to)}`].filter(Boolean).join('\n')
      case 'heading':
      case 'quote':
        return block.text
    }
  })
}

/** The law requires a postal or mail address for unsubscribe requests. */
const advertiserLine = (business: PublicBusinessProfile) =>
  [senderLine(business), business.email].filter(Boolean).join(' · ')

const refusalOf = ({ preferences }: Recipient) => `${preferences}#unsubscribe`

/** Resolves a path of the site to an absolute URL. */
export const absoluteUrl = (to: string, siteUrl: string) => (to.startsWith('/') ? siteUrl + to : to)
