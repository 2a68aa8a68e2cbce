import './privacy-notice.css'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { TextWithPhone } from '#ui/ltr.tsx'
import type { ShownText } from './shown-texts.data.ts'

type Props = {
  texts: readonly ShownText[]
  facts: { business: PublicBusinessProfile; publishedPaths: readonly string[] }
}

/** Privacy notice shown under every form, folded after its first sentence; its version is submitted as `privacyTextId`. */
export function PrivacyNotice({ texts, facts: { business, publishedPaths } }: Props) {
  const notice = texts.find(({ kind }) => kind === 'privacy_notice')
  if (!notice) return null
  const [first, ...rest] = sentencesOf(fillTokens(notice.he_text, tokensOf(business)))
  const policy = publishedPaths.includes('/privacy-policy') && (
    // A form may be embedded in an iframe of another site, where the policy page may not be framed.
    <a href="/privacy-policy" target="_top">
      מדיניות הפרטיות
    </a>
  )
  if (rest.length === 0)
    return (
      <p className="privacy-notice">
        <TextWithPhone>{first!}</TextWithPhone> {policy}
      </p>
    )
  return (
    <details className="privacy-notice">
      <summary>
        <TextWithPhone>{first!}</TextWithPhone> <span className="privacy-notice__more">לנוסח המלא</span>
      </summary>
      <p>
        <TextWithPhone>{rest.join(' ')}</TextWithPhone> {policy}
      </p>
    </details>
  )
}

/** Splits after a full stop followed by a space, which does not occur inside an e-mail address or a number. */
const sentencesOf = (text: string) => text.split(/(?<=[.!?]\u2069?)\s+/)

/** Hidden field with the id of the notice that was shown. */
export function NoticeShown({ texts }: Pick<Props, 'texts'>) {
  const notice = texts.find(({ kind }) => kind === 'privacy_notice')
  return notice && <input type="hidden" name="privacyTextId" value={notice.id} />
}

/** Each value in its own bidi isolate, so that an e-mail address next to a number is not reordered. */
function tokensOf(business: PublicBusinessProfile) {
  const values = {
    businessName: business.business_name,
    legalName: business.legal_name ?? business.business_name,
    companyNumber: business.company_number,
    address: business.address,
    phone: business.phone,
    email: business.email,
    privacyEmail: business.privacy_email ?? business.email,
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value && isolate(value)]))
}
