// Transactional mails: content, a code or a link, and the sender.
import {
  type EmailKind,
  type EmailValues,
  type EmailContent,
  fillTemplate,
  type ProductMail,
  validFor,
} from '#features/email-templates/email-templates.ts'
import { fillMessage } from '#features/campaigns/fill-message.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import { richTextAsPlain } from '#platform/message-content/rich-text.ts'
import type { MailData, MailKind } from '#kernel/auth/mail/compose.ts'
import {
  Blocks,
  blocksAsPlain,
  CampaignMail,
  campaignText,
  type Recipient,
  RichText,
  absoluteUrl,
} from './mail/campaign-mail.tsx'
import {
  AddressToCopy,
  Button,
  Code,
  FootLink,
  MailFrame,
  MailSheet,
  senderLine,
  SmallPrint,
  Title,
} from './mail/mail-layout.tsx'
import type { SiteFacts } from './pages.ts'
import { renderStatic } from './render-static.tsx'

/** Business data of a mail: name, footer details, button colour, texts. */
export type MailFacts = Pick<SiteFacts, 'business' | 'siteUrl' | 'publishedPaths'> & {
  emailTemplates: Record<EmailKind, EmailContent>
}

export type RenderedMail = { subject: string; html: string; text: string }

/** A campaign message for one recipient. The subject starts with the legally required advertisement label. */
export function renderCampaign(
  message: MailContent,
  recipient: Recipient & Parameters<typeof fillMessage>[1],
  { business, siteUrl }: Pick<MailFacts, 'business' | 'siteUrl'>,
): RenderedMail {
  const { content: words } = fillMessage(message, recipient)
  const props = { words, recipient, business, siteUrl }
  return {
    subject: words.subject,
    html: '<!doctype html>' + renderStatic(<CampaignMail {...props} />),
    text: campaignText(props),
  }
}

/** A service message of a template, rendered for its recipient. */
export function renderServiceMessage(
  words: MailContent,
  { business, siteUrl }: Pick<MailFacts, 'business' | 'siteUrl'>,
): RenderedMail {
  const props = { words, recipient: undefined, business, siteUrl }
  return {
    subject: words.subject,
    html: '<!doctype html>' + renderStatic(<CampaignMail {...props} />),
    text: campaignText(props),
  }
}

/** Kinds whose code the recipient can enter. */
const kindsWithCode: MailKind[] = ['magic_link', 'reauthenticate']

/** A right-to-left auth mail as HTML and plain text. `linkSeconds`: lifetime of a mailed link. */
export function renderMail(kind: MailKind, data: MailData, facts: MailFacts & { linkSeconds: number }): RenderedMail {
  const { email, newEmail = email, link } = data
  const code = kindsWithCode.includes(kind) ? data.code : undefined
  return render({ kind, values: { email, newEmail, validFor: validFor(facts.linkSeconds) }, link, code }, facts)
}

/** A mail sent by a product module. */
export const renderProductMail = ({ kind, values, link, note }: ProductMail, facts: MailFacts): RenderedMail =>
  render({ kind, values, link, note }, facts)

type MailInput = {
  kind: EmailKind
  values: EmailValues
  link?: string | undefined
  code?: string | undefined
  note?: string | undefined
}

function render({ kind, values, link, code, note }: MailInput, facts: MailFacts): RenderedMail {
  const { business } = facts
  const words = fillTemplate(facts.emailTemplates[kind], { ...values, businessName: business.business_name })
  const message = {
    words,
    code,
    note,
    link: words.button === null ? undefined : link,
  }
  return {
    subject: words.subject,
    html: '<!doctype html>' + renderStatic(<MailBody {...message} facts={facts} />),
    text: plainText(message, facts),
  }
}

type MailBodyProps = {
  words: EmailContent
  code: string | undefined
  note: string | undefined
  link: string | undefined
}

const codeLabel = 'הקוד להקלדה:'
const reason = 'קיבלתם הודעה זו בעקבות פעולה שביצעתם באתר.'

function MailBody({ words, code, note, link, facts }: MailBodyProps & { facts: MailFacts }) {
  const { business } = facts
  const policy = policyOf(facts)
  const foot = (
    <>
      {senderLine(business)}
      <br />
      {reason} {policy && <FootLink href={policy}>מדיניות פרטיות</FootLink>}
    </>
  )
  return (
    <MailFrame subject={words.subject} preheader={words.preheader}>
      <MailSheet business={business} foot={foot}>
        <Title>{words.heading}</Title>
        <RichText text={words.body} business={business} siteUrl={facts.siteUrl} />
        <Blocks blocks={words.blocks ?? []} business={business} siteUrl={facts.siteUrl} />
        {note && <RichText text={note} business={business} siteUrl={facts.siteUrl} />}
        {code && <Code label={codeLabel} code={code} />}
        {link && (
          <>
            <Button link={link} text={words.button!} business={business} />
            <AddressToCopy link={link} />
          </>
        )}
        {words.closing && <SmallPrint>{words.closing}</SmallPrint>}
      </MailSheet>
    </MailFrame>
  )
}

/** The URL of the privacy policy, once published. */
const policyOf = ({ siteUrl, publishedPaths }: MailFacts) =>
  publishedPaths.includes('/privacy-policy') ? `${siteUrl}/privacy-policy` : undefined

function plainText({ words, code, note, link }: MailBodyProps, facts: MailFacts) {
  const policy = policyOf(facts)
  return [
    words.heading,
    richTextAsPlain(words.body, (to) => absoluteUrl(to, facts.siteUrl)),
    ...blocksAsPlain(words.blocks ?? [], facts.siteUrl),
    ...(note ? [richTextAsPlain(note, (to) => absoluteUrl(to, facts.siteUrl))] : []),
    ...(code ? [`${codeLabel} ${code}`] : []),
    ...(link ? [`${words.button}:\n${link}`] : []),
    ...(words.closing ? [words.closing] : []),
    `--\n${senderLine(facts.business)}\n${reason}${policy ? ` מדיניות פרטיות: ${policy}` : ''}`,
  ].join('\n\n')
}
