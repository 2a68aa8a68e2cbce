// The certificate of a signature for both sides: who signed what, when and from where. Printed or saved as PDF by the browser.
import './certificate.css'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { refusalCode } from '#client/refusal.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useCertificate } from './signatures.data.ts'

export function Certificate({ requestId }: { requestId: string }) {
  const { data, error, refetch } = useCertificate(requestId)
  const { data: business } = usePublicBusinessProfile()
  if (refusalCode(error) === 'signature_gone')
    return <EmptyState title="האישור לא נמצא" text="ייתכן שהבקשה בוטלה, או שאין לכם גישה אליה." />
  if (!data && error) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <section className="certificate" aria-labelledby="certificate">
      <h2 id="certificate">אישור חתימה</h2>
      <dl>
        {business?.business_name && <Line name="נמסר אל">{<bdi>{business.business_name}</bdi>}</Line>}
        <Line name="המסמך">
          <bdi>{data.file_name}</bdi>
        </Line>
        <Line name="השם שהוקלד">
          <bdi>{data.signed_name}</bdi>
        </Line>
        <Line name="החותם או החותמת, לפי התיק">
          <bdi>{data.signer_name}</bdi>
        </Line>
        <Line name="מועד החתימה (שעון ישראל)">
          {formatDate(data.signed_at)} בשעה {formatTime(data.signed_at)}
        </Line>
        <Line name="מועד הבקשה (שעון ישראל)">
          {formatDate(data.requested_at)} בשעה {formatTime(data.requested_at)}
        </Line>
        {data.signed_account && (
          <Line name="החשבון">
            <Ltr>{data.signed_account}</Ltr>
          </Line>
        )}
        {data.signed_ip && (
          <Line name="כתובת הרשת">
            <Ltr>{data.signed_ip}</Ltr>
          </Line>
        )}
        {data.signed_user_agent && (
          <Line name="הדפדפן">
            <Ltr>{data.signed_user_agent}</Ltr>
          </Line>
        )}
        <Line name="טביעת המסמך (SHA-256)">
          <Ltr>{data.sha256}</Ltr>
        </Line>
        <Line name="מספר האישור">
          <Ltr>{data.id}</Ltr>
        </Line>
      </dl>
      <p className="certificate__law">
        חתימה אלקטרונית לפי חוק חתימה אלקטרונית, התשס״א–2001. אינה חתימה אלקטרונית מאושרת. קובץ שטביעתו זהה הוא המסמך
        שנחתם.
      </p>
      <div>
        <Button icon={<Icon of={Printer} />} onClick={() => print()}>
          הדפסה או שמירה כ־PDF
        </Button>
      </div>
    </section>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
