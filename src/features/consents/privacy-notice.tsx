import './privacy-notice.css'
import type { PublicBusinessProfile } from '#features/business-profile/business-profile.ts'
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { Words } from '#ui/ltr.tsx'
import type { ShownText } from './shown-texts.data.ts'

type Props = {
  texts: readonly ShownText[]
  facts: { business: PublicBusinessProfile; publishedPaths: readonly string[] }
}

/** What the law wants said where details are asked for. Stands under every form; its version goes along as `privacyTextId`. */
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

/** Which notice stood under the form, for the record. */
export function NoticeShown({ texts }: Pick<Props, 'texts'>) {
  const notice = texts.find(({ kind }) => kind === 'privacy_notice')
  return notice && <input type="hidden" name="privacyTextId" value={notice.id} />
}

/** Each value keeps to itself, so that an address of mail beside a number cannot change places with it. */
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
