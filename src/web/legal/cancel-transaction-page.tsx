import './cancel-transaction-page.css'
import type { Backend } from '#client/backend.ts'
import { CancelForm } from '#features/cancellations/cancel-form.tsx'
import { type CancellationReceipt, readReceipt } from '#features/cancellations/cancellations.data.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { Ltr } from '#ui/ltr.tsx'
import { FormSuccess } from '#ui/forms/form-success.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { Head, PageProps, PageRequest, SiteFacts } from '../pages.ts'
import { FormPage } from '../site/form-page.tsx'

type Props = PageProps & { texts: ShownText[]; receipt: CancellationReceipt | undefined }

const title = 'בקשה לביטול עסקה'

export async function load(backend: Backend, { query }: PageRequest) {
  const [texts, receipt] = await Promise.all([readShownTexts(backend), readReceipt(backend, query['receipt'] ?? '')])
  return { texts, receipt }
}

export function head({ request, receipt }: Props): Head {
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  return {
    title: receipt ? 'הודעת הביטול התקבלה' : errorMessage ? `${errorMessage} – ${title}` : title,
    description: 'ביטול עסקה באתר, בכל שעה: ההודעה נרשמת עם תאריך ושעה, מקבלת מספר, ואישור נשלח בדוא״ל.',
    ...(request.query['receipt'] !== undefined && { robots: 'noindex' }),
  }
}

/** Online cancellation of a transaction, as required by law for transactions made online. */
export function View({ facts, request, texts, receipt }: Props) {
  return (
    <FormPage
      title={title}
      lead="ההודעה נרשמת עם תאריך ושעה ומקבלת מספר, ואישור נשלח אליכם בדוא״ל."
      card={
        <FormSheet>
          {receipt ? (
            <Received receipt={receipt} />
          ) : (
            <>
              <CancelForm state={request.form as FormState | undefined} notice={<NoticeShown texts={texts} />} />
              <PrivacyNotice texts={texts} facts={facts} />
            </>
          )}
        </FormSheet>
      }
      aside={<Terms facts={facts} />}
    />
  )
}

function Received({
  receipt: { ticket_number, received_at, masked_email, is_mailed },
}: {
  receipt: CancellationReceipt
}) {
  return (
    <FormSuccess
      title={
        <>
          הודעת הביטול התקבלה ב{formatLongDate(received_at)} בשעה <Ltr>{formatTime(received_at)}</Ltr>.
        </>
      }
    >
      <p>
        {is_mailed && (
          <>
            אישור נשלח לדוא״ל <Ltr>{masked_email}</Ltr>.{' '}
          </>
        )}
        מספר: <Ltr>{ticket_number}</Ltr>
      </p>
      <p>נבדוק את הפרטים ונחזור אליכם. החזר שמגיע לכם יועבר בתוך 14 ימים ממועד ההודעה. כדאי לשמור את המספר.</p>
      <p>
        <a href="/">לדף הבית</a>
      </p>
    </FormSuccess>
  )
}

function Terms({ facts: { business, publishedPaths } }: { facts: SiteFacts }) {
  const { phone, email, address } = business
  return (
    <aside className="cancel-page__terms" aria-labelledby="cancel-terms">
      <h2 id="cancel-terms">בקצרה</h2>
      <ul>
        <li>אפשר לבטל בתוך 14 ימים מיום העסקה או מיום קבלת מסמך הגילוי, לפי המאוחר.</li>
        <li>דמי הביטול: עד 5% מהמחיר או 100 ₪, לפי הנמוך. כשיש פגם או חוסר התאמה – בלי דמי ביטול.</li>
        <li>ההחזר מגיע בתוך 14 ימים, באמצעי שבו שילמתם.</li>
        <li>ליווי חודשי אפשר לסיים בכל עת.</li>
      </ul>
      {publishedPaths.includes('/terms') && (
        <p>
          <a href="/terms#cancellation">תנאי הביטול המלאים</a>
        </p>
      )}
      <h2>דרכים נוספות</h2>
      <ul>
        {phone && (
          <li>
            בטלפון{' '}
            <a href={`tel:${parsePhone(phone) ?? phone}`}>
              <Ltr>{phone}</Ltr>
            </a>
          </li>
        )}
        {email && (
          <li>
            בדוא״ל{' '}
            <a href={`mailto:${email}`}>
              <Ltr>{email}</Ltr>
            </a>
          </li>
        )}
        {address && <li>בדואר רשום: {address}</li>}
      </ul>
    </aside>
  )
}
