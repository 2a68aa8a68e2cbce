import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brandVariables, readableWithWhite } from '#features/business-profile/brand.ts'
import type { PublicBusinessProfile } from '#features/business-profile/business-profile.ts'
import { type EmailWords, fillEmail, validFor } from '#features/emails/emails.ts'
import type { MailData, MailKind } from '#kernel/auth/mail/compose.ts'
import type { SiteFacts } from './pages.ts'

/** What a mail needs of the business: its name on top, its facts at the foot, its colour on the button, its words. */
export type MailFacts = Pick<SiteFacts, 'business' | 'siteUrl' | 'standing'> & {
  emails: Record<MailKind, EmailWords>
  /** How long a mailed link lives. */
  linkSeconds: number
}

export type RenderedMail = { subject: string; html: string; text: string }

/** A right-to-left mail of the auth surface, as HTML and as plain text. */
export function renderMail(kind: MailKind, data: MailData, facts: MailFacts): RenderedMail {
  const mail = wordsOf(kind, data, facts)
  const body = <MailDocument mail={mail} facts={facts} link={data.link} />
  return {
    subject: mail.subject,
    html: '<!doctype html>' + renderToStaticMarkup(body),
    text: plainText(mail, data.link, facts),
  }
}

type FilledMail = EmailWords & { paragraphs: string[]; code: string | undefined }

/** Where there is a place to type a code. */
const kindsWithCode: MailKind[] = ['magic_link', 'reauthenticate']

function wordsOf(kind: MailKind, { email, newEmail = email, code }: MailData, facts: MailFacts): FilledMail {
  const { emails, business, linkSeconds } = facts
  const businessName = business.business_name
  const words = fillEmail(emails[kind], { email, newEmail, businessName, validFor: validFor(linkSeconds) })
  const paragraphs = words.body.split(/\n\s*\n/)
  return { ...words, paragraphs, code: kindsWithCode.includes(kind) ? code : undefined }
}

// Mail programs read no style sheets: here, and only here, styles stand on the elements.
const sans = "'Noto Sans Hebrew', 'Segoe UI', Arial, sans-serif"

function MailDocument({ mail, facts, link }: LetterFacts) {
  return (
    <html lang="he" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{mail.subject}</title>
      </head>
      <body style={{ margin: 0, padding: '24px 12px', background: '#fbf9f4', fontFamily: sans }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{mail.preheader}</div>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} dir="rtl">
          <tbody>
            <tr>
              <td align="center">
                <Letter mail={mail} facts={facts} link={link} />
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

type LetterFacts = { mail: FilledMail; facts: MailFacts; link: string | undefined }

function Letter({ mail, facts, link }: LetterFacts) {
  const { business } = facts
  const policy = policyOf(facts)
  const primary = readableWithWhite(brandVariables(business.brand_colors)['--brand-primary'] ?? '#0c5a55')
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ maxWidth: 560, width: '100%' }}>
      <tbody>
        <tr>
          <td style={{ padding: '8px 8px 20px', fontSize: 20, fontWeight: 600, color: primary }}>
            {business.business_name}
          </td>
        </tr>
        <tr>
          <td
            style={{
              padding: 32,
              background: '#ffffff',
              borderRadius: 16,
              fontSize: 17,
              lineHeight: 1.65,
              color: '#17282c',
              textAlign: 'right',
            }}
          >
            <h1 style={{ margin: '0 0 20px', fontSize: 22, lineHeight: 1.35, fontWeight: 600 }}>{mail.heading}</h1>
            {mail.paragraphs.map((paragraph, i) => (
              <p key={i} style={{ margin: '0 0 16px', whiteSpace: 'pre-line' }}>
                {paragraph}
              </p>
            ))}
            {mail.code && <Code code={mail.code} />}
            {link && mail.button && <Button link={link} text={mail.button} colour={primary} />}
            {mail.closing && <Small>{mail.closing}</Small>}
          </td>
        </tr>
        <tr>
          <td
            style={{
              padding: '20px 8px',
              fontSize: 13,
              lineHeight: 1.6,
              color: '#55676b',
              textAlign: 'right',
            }}
          >
            {footerLine(business)}
            <br />
            קיבלתם הודעה זו בעקבות פעולה שביצעתם באתר.{' '}
            {policy && (
              <a href={policy} style={{ color: '#55676b' }}>
                מדיניות פרטיות
              </a>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** The way on, as a button and as an address to copy. */
function Button({ link, text, colour }: { link: string; text: string; colour: string }) {
  return (
    <>
      <p style={{ margin: '24px 0' }}>
        <a
          href={link}
          style={{
            display: 'inline-block',
            padding: '14px 28px',
            borderRadius: 12,
            background: colour,
            color: '#ffffff',
            fontWeight: 600,
            textDecoration: 'none',
          }}
        >
          {text}
        </a>
      </p>
      <Small>
        הכפתור לא נפתח? אפשר להעתיק את הכתובת לדפדפן:
        <br />
        <bdi dir="ltr" style={{ wordBreak: 'break-all' }}>
          {link}
        </bdi>
      </Small>
    </>
  )
}

function Code({ code }: { code: string }) {
  return (
    <p style={{ margin: '24px 0' }}>
      {codeWord}{' '}
      <bdi dir="ltr" style={{ fontSize: 26, fontWeight: 600, letterSpacing: 4 }}>
        {code}
      </bdi>
    </p>
  )
}

const codeWord = 'הקוד להקלדה:'

function Small({ children }: { children: ReactNode }) {
  return <p style={{ margin: '0 0 12px', fontSize: 14, color: '#55676b' }}>{children}</p>
}

/** The privacy policy, once its page stands. */
const policyOf = ({ siteUrl, standing }: MailFacts) =>
  standing.includes('/privacy-policy') ? `${siteUrl}/privacy-policy` : undefined

function footerLine(business: PublicBusinessProfile) {
  const number = business.company_number && `ח.פ. ${business.company_number}`
  return [business.legal_name ?? business.business_name, number, business.address, business.phone]
    .filter(Boolean)
    .join(' · ')
}

function plainText(mail: FilledMail, link: string | undefined, facts: MailFacts) {
  const policy = policyOf(facts)
  return [
    mail.heading,
    ...mail.paragraphs,
    ...(mail.code ? [`${codeWord} ${mail.code}`] : []),
    ...(link && mail.button ? [`${mail.button}:\n${link}`] : []),
    ...(mail.closing ? [mail.closing] : []),
    `--\n${footerLine(facts.business)}\nקיבלתם הודעה זו בעקבות פעולה שביצעתם באתר.${policy ? ` מדיניות פרטיות: ${policy}` : ''}`,
  ].join('\n\n')
}
