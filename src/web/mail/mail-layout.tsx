// Mail layout. Mail clients ignore style sheets, so styles are inline, here only. Some also drop the direction
// of the document, so every element repeats it.
import type { CSSProperties, ReactNode } from 'react'
import { brandVariables, darkenForWhiteText } from '#platform/business-profile/brand.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'

type Business = PublicBusinessProfile
type FrameProps = { subject: string; preheader: string; children: ReactNode }
type SheetProps = { business: Business; foot: ReactNode; children: ReactNode }

const sans = "'Noto Sans Hebrew', 'Segoe UI', Arial, sans-serif"
const rtl = { direction: 'rtl', textAlign: 'right' } as const satisfies CSSProperties

/** The HTML document around a sheet. */
export const MailFrame = ({ subject, preheader, children }: FrameProps) => (
  <html lang="he" dir="rtl">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{subject}</title>
    </head>
    <body style={{ margin: 0, padding: '24px 12px', background: '#fbf9f4', fontFamily: sans, ...rtl }}>
      <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preheader}</div>
      {children}
    </body>
  </html>
)

/** Business name, content, footer. */
export const MailSheet = ({ business, foot, children }: SheetProps) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} dir="rtl">
    <tbody>
      <tr>
        <td align="center">
          <Column business={business} foot={foot}>
            {children}
          </Column>
        </td>
      </tr>
    </tbody>
  </table>
)

const Column = ({ business, foot, children }: SheetProps) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} style={{ maxWidth: 560, width: '100%' }}>
    <tbody>
      <Row style={{ padding: '8px 8px 20px', fontSize: 20, fontWeight: 600, color: inkOf(business) }}>
        {business.business_name}
      </Row>
      <Row style={{ padding: 32, background: '#ffffff', borderRadius: 16, color: '#17282c', ...text }}>{children}</Row>
      <Row style={{ padding: '20px 8px', fontSize: 13, lineHeight: 1.6, color: '#55676b' }}>{foot}</Row>
    </tbody>
  </table>
)

const text = { fontSize: 17, lineHeight: 1.65 }

const Row = ({ style, children }: { style: CSSProperties; children: ReactNode }) => (
  <tr>
    <td dir="rtl" style={{ ...rtl, ...style }}>
      {children}
    </td>
  </tr>
)

/** The brand colour, if white text on it is readable. */
const inkOf = (business: Business) =>
  darkenForWhiteText(brandVariables(business.brand_colors)['--brand-primary'] ?? '#0c5a55')

export const Title = ({ children }: { children: ReactNode }) => (
  <h1 style={{ margin: '0 0 20px', fontSize: 22, lineHeight: 1.35, fontWeight: 600, ...rtl }}>{children}</h1>
)

export const Subtitle = ({ children }: { children: ReactNode }) => (
  <h2 style={{ margin: '0 0 16px', fontSize: 22, lineHeight: 1.35, fontWeight: 600, ...rtl }}>{children}</h2>
)

export const Quote = ({ children }: { children: ReactNode }) => (
  <blockquote
    style={{ margin: '24px 0', padding: '4px 16px', borderRight: '3px solid #f0a63a', whiteSpace: 'pre-line', ...rtl }}
  >
    {children}
  </blockquote>
)

export const List = ({ isOrdered, children }: { isOrdered: boolean; children: ReactNode }) => {
  const style = {
    margin: '0 0 16px',
    padding: '0 24px 0 0',
    listStyleType: isOrdered ? 'decimal' : 'disc',
    ...rtl,
  }
  return isOrdered ? <ol style={style}>{children}</ol> : <ul style={style}>{children}</ul>
}

export const ListItem = ({ children }: { children: ReactNode }) => (
  <li style={{ margin: '0 0 6px', ...rtl }}>{children}</li>
)

/** A bordered card for a blog post. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div style={{ margin: '0 0 20px', padding: 16, border: '1px solid #e3ddd0', borderRadius: 12, ...rtl }}>
    {children}
  </div>
)

type PictureProps = { src: string; alt: string; picture: { width: number; height: number }; href: string | undefined }

/** The width is also an attribute, because some mail clients ignore the style. */
export const Picture = ({ src, alt, picture: { width, height }, href }: PictureProps) => {
  const shown = Math.min(width, 496)
  const image = (
    <img
      src={src}
      alt={alt}
      width={shown}
      height={Math.round((shown * height) / width)}
      style={{ display: 'block', width: '100%', maxWidth: shown, height: 'auto', borderRadius: 8 }}
    />
  )
  return <div style={{ margin: '0 0 16px', ...rtl }}>{href === undefined ? image : <a href={href}>{image}</a>}</div>
}

export const Rule = () => <hr style={{ margin: '28px 0', border: 0, borderTop: '1px solid #e3ddd0' }} />

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <p style={{ margin: '0 0 16px', whiteSpace: 'pre-line', ...rtl }}>{children}</p>
)

export const SmallPrint = ({ children }: { children: ReactNode }) => (
  <p style={{ margin: '0 0 12px', fontSize: 14, color: '#55676b', ...rtl }}>{children}</p>
)

/** A link inside a sentence. */
export const TextLink = ({ href, business, children }: { href: string; business: Business; children: ReactNode }) => (
  <a href={href} style={{ color: inkOf(business) }}>
    {children}
  </a>
)

/** A link in the footer. */
export const FootLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} style={{ color: '#55676b' }}>
    {children}
  </a>
)

/** The call to action. */
export const Button = ({ link, text, business }: { link: string; text: string; business: Business }) => (
  <p style={{ margin: '24px 0', ...rtl }}>
    <a
      href={link}
      style={{
        display: 'inline-block',
        padding: '14px 28px',
        borderRadius: 12,
        background: inkOf(business),
        color: '#ffffff',
        fontWeight: 600,
        textDecoration: 'none',
      }}
    >
      {text}
    </a>
  </p>
)

/** The URL as text, for clients in which the button does not work. */
export const AddressToCopy = ({ link }: { link: string }) => (
  <SmallPrint>
    הכפתור לא נפתח? אפשר להעתיק את הכתובת לדפדפן:
    <br />
    <bdi dir="ltr" style={{ wordBreak: 'break-all' }}>
      {link}
    </bdi>
  </SmallPrint>
)

export const Code = ({ label, code }: { label: string; code: string }) => (
  <p style={{ margin: '24px 0', ...rtl }}>
    {label}{' '}
    <bdi dir="ltr" style={{ fontSize: 26, fontWeight: 600, letterSpacing: 4 }}>
      {code}
    </bdi>
  </p>
)

/** The sender's details, required by law in every mail. */
export function senderLine(business: Business) {
  const number = business.company_number && `ח.פ. ${business.company_number}`
  return [business.legal_name ?? business.business_name, number, business.address, business.phone]
    .filter(Boolean)
    .join(' · ')
}
