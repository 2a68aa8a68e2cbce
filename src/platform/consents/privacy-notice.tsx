import './privacy-notice.css'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { Words } from '#ui/ltr.tsx'
import type { ShownText } from './shown-texts.data.ts'

type Props = {
  texts: readonly ShownText[]
  facts: { business: PublicBusinessProfile; publishedPaths: readonly string[] }
}

/** Privacy notice shown under every form; its version is submitted as `privacyTextId`. */
export function PrivacyNotice({ texts, facts: { business, publishedPaths } }: Props) {
  const notice = texts.find(({ kind }) => kind === 'privacy_notice')
  return (
    notice && (
      <p className="privacy-notice">
        <Words>{fillTokens(notice.he_text, tokensOf(business))}</Words>{' '}
        {publishedPaths.includes('/privacy-policy') && <a href="/privacy-policy">מדיניות הפרטיות</a>}
      </p>
    )
  )
}

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
