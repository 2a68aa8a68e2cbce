// The mails that go out because of something somebody did: words, a code or a link, and who writes.
import {
  type EmailKind,
  type EmailValues,
  type EmailContent,
  fillTemplate,
  type ProductMail,
  validFor,
} from '#features/email-templates/email-templates.ts'
import { fillMessage, type MessageContent } from '#features/campaigns/fill-message.ts'
import type { MailData, MailKind } from '#kernel/auth/mail/compose.ts'
import { CampaignLetter, campaignText, type Reader } from './mail/campaign-letter.tsx'
import {
  AddressToCopy,
  Button,
  Code,
  FootLink,
  MailFrame,
  MailSheet,
  Paragraph,
  senderLine,
  Small,
  Title,
} from './mail/letter.tsx'
import { drawMarkup } from './markup/draw-markup.ts'
import type { SiteFacts } from './pages.ts'

/** What a mail needs of the business: its name on top, its facts at the foot, its colour on the button, its words. */
export type MailFacts = Pick<SiteFacts, 'business' | 'siteUrl' | 'standing'> & {
  emailTemplates: Record<EmailKind, EmailContent>
}

export type RenderedMail = { subject: string; html: string; text: string }

/** A letter to many as one reader gets it. Its subject begins as the law wants an advertisement to begin. */
export function renderCampaign(
  letter: MessageContent,
  reader: Reader & { firstName: string | undefined },
  { business, siteUrl }: Pick<MailFacts, 'business' | 'siteUrl'>,
): RenderedMail {
  const words = fillMessage(letter, { firstName: reader.firstName, businessName: business.business_name })
  const props = { words, reader, business, siteUrl }
  return {
    subject: words.subject,
    html: '<!doctype html>' + drawMarkup(<CampaignLetter {...props} />),
    text: campaignText(props),
  }
}

/** Where there is a place to type a code. */
const kindsWithCode: MailKind[] = ['magic_link', 'reauthenticate']

/** A right-to-left mail of the auth surface, as HTML and as plain text. `linkSeconds`: how long a mailed link lives. */
export function renderMail(kind: MailKind, data: MailData, facts: MailFacts & { linkSeconds: number }): RenderedMail {
  const { email, newEmail = email, link } = data
  const code = kindsWithCode.includes(kind) ? data.code : undefined
  return render({ kind, values: { email, newEmail, validFor: validFor(facts.linkSeconds) }, link, code }, facts)
}

/** A mail that a noun of the product sends. */
export const renderProductMail = ({ kind, values, link }: ProductMail, facts: MailFacts): RenderedMail =>
  render({ kind, values, link }, facts)

type Asked = { kind: EmailKind; values: EmailValues; link?: string | undefined; code?: string | undefined }

function render({ kind, values, link, code }: Asked, facts: MailFacts): RenderedMail {
  const { business } = facts
  const words = fillTemplate(facts.emailTemplates[kind], { ...values, businessName: business.business_name })
  const letter = {
    words,
    paragraphs: words.body.split(/\n\s*\n/),
    code,
    link: words.button === null ? undefined : link,
  }
  return {
    subject: words.subject,
    html: '<!doctype html>' + drawMarkup(<Letter {...letter} facts={facts} />),
    text: plainText(letter, facts),
  }
}

type LetterProps = { words: EmailContent; paragraphs: string[]; code: string | undefined; link: string | undefined }

const codeWord = 'הקוד להקלדה:'
const why = 'קיבלתם הודעה זו בעקבות פעולה שביצעתם באתר.'

function Letter({ words, paragraphs, code, link, facts }: LetterProps & { facts: MailFacts }) {
  const { business } = facts
  const policy = policyOf(facts)
  const foot = (
    <>
      {senderLine(business)}
      <br />
      {why} {policy && <FootLink href={policy}>מדיניות פרטיות</FootLink>}
    </>
  )
  return (
    <MailFrame subject={words.subject} preheader={words.preheader}>
      <MailSheet business={business} foot={foot}>
        <Title>{words.heading}</Title>
        {paragraphs.map((paragraph, i) => (
          <Paragraph key={i}>{paragraph}</Paragraph>
        ))}
        {code && <Code label={codeWord} code={code} />}
        {link && (
          <>
            <Button link={link} text={words.button!} business={business} />
            <AddressToCopy link={link} />
          </>
        )}
        {words.closing && <Small>{words.closing}</Small>}
      </MailSheet>
    </MailFrame>
  )
}

/** The privacy policy, once its page stands. */
const policyOf = ({ siteUrl, standing }: MailFacts) =>
  standing.includes('/privacy-policy') ? `${siteUrl}/privacy-policy` : undefined

function plainText({ words, paragraphs, code, link }: LetterProps, facts: MailFacts) {
  const policy = policyOf(facts)
  return [
    words.heading,
    ...paragraphs,
    ...(code ? [`${codeWord} ${code}`] : []),
    ...(link ? [`${words.button}:\n${link}`] : []),
    ...(words.closing ? [words.closing] : []),
    `--\n${senderLine(facts.business)}\n${why}${policy ? ` מדיניות פרטיות: ${policy}` : ''}`,
  ].join('\n\n')
}
