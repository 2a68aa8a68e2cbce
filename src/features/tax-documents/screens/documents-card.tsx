import { FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText, SelectField } from '#ui/forms/field.tsx'
import { OptionCard } from '#ui/forms/option-card.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import {
  useChangeDocumentSettings,
  useDocumentService,
  useDocumentSettings,
  useTestDocumentService,
} from '../tax-documents.data.ts'
import { faultText, refusals, type ServiceName, type TaxDocumentSettings, taxStatuses } from '../tax-documents.ts'
import { DocumentKeysDialog } from './document-keys-dialog.tsx'
import './documents.css'

const statusLabels: Record<TaxDocumentSettings['tax_status'], string> = {
  company: 'חברה בע״מ: חשבונית מס/קבלה',
  licensed: 'עוסק מורשה: חשבונית מס/קבלה',
  exempt: 'עוסק פטור: קבלה, בלי מע״מ',
}

/** The service that issues invoices and receipts, for owners and admins. */
export function DocumentServiceCard() {
  const { data: settings, error, refetch } = useDocumentSettings()
  const service = useDocumentService().data?.service
  const [typesKeys, setTypesKeys] = useState(false)
  const card = {
    icon: FileCheck2,
    title: 'חשבוניות וקבלות',
    text: 'מי מפיק את המסמך של כל תשלום והחזר שחברת הסליקה לא הפיקה. Morning (חשבונית ירוקה) ממספרת, חותמת ושומרת אותו.',
  }
  if (!settings)
    return error ? (
      <OptionCard
        {...card}
        text={<ErrorText>{refusalText(error, refusals)}</ErrorText>}
        actions={
          <Button size="sm" onClick={() => void refetch()}>
            ניסיון נוסף
          </Button>
        }
      />
    ) : (
      <OptionCard {...card} text={<Loading size="sm" />} />
    )
  return (
    <OptionCard {...card} badge={service && <State service={service} />}>
      {service && <Note service={service} settings={settings} />}
      <div className="documents__acts-row">
        <Button size="sm" onClick={() => setTypesKeys(true)}>
          {settings.has_keys ? 'החלפת מפתחות' : 'הזנת מפתחות של Morning'}
        </Button>
        {settings.has_keys && <TestButton />}
      </div>
      <Choices settings={settings} />
      <DocumentKeysDialog open={typesKeys} onClose={() => setTypesKeys(false)} />
    </OptionCard>
  )
}

function State({ service }: { service: ServiceName }) {
  if (service === 'stand_in') return <Badge kind="warning">הדמיה</Badge>
  return service === 'morning' ? <Badge kind="success">פעיל</Badge> : <Badge kind="outline">הפקה ידנית</Badge>
}

function Note({ service, settings }: { service: ServiceName; settings: TaxDocumentSettings }) {
  const { tested_at: testedAt, test_fault: code } = settings
  const now = useNow()
  if (service === 'stand_in')
    return (
      <p role="note" className="documents__stand-in">
        כרגע מפיק שירות מסמכים מדומה שפועל רק באתר מקומי: המסמכים שלו אינם חשבוניות. הוא מוחלף ברגע שמזינים מפתחות.
      </p>
    )
  if (service === 'none')
    return (
      <p role="note">
        {settings.has_keys
          ? 'המפתחות שנשמרו לא נקראים. הזינו אותם שוב, ועד אז מסמכים ממתינים להפקה ידנית.'
          : 'בלי מפתחות אין הפקה אוטומטית: מסמכים שחברת הסליקה לא הפיקה ממתינים להפקה ידנית, ומספרם נרשם ליד התשלום.'}
      </p>
    )
  return (
    <>
      <p>
        המפתחות שמורים ומוצפנים.{' '}
        {testedAt === null
          ? 'עוד לא נבדקו.'
          : `${code === null ? 'נבדקו בהצלחה' : 'נבדקו'} ${relativeTime(testedAt, now)}.`}
      </p>
      {code !== null && <ErrorText>{faultText(code)}</ErrorText>}
      <p>
        החיבור של Morning לרשות המסים מתחדש אחת לשלושה חודשים, בחשבון שלכם. בלעדיו חשבוניות לעסקים מופקות בלי מספר
        הקצאה, ממתינות במסמכים החסרים, ותגיע אליכם על כך הודעה.
      </p>
    </>
  )
}

function TestButton() {
  const test = useTestDocumentService()
  const look = () =>
    test.mutate(undefined, {
      onSuccess: ({ fault }) =>
        fault === null
          ? toast.success('נבדק: Morning מקבלת את המפתחות', { id: 'documents' })
          : toast.error(faultText(fault), { title: 'הבדיקה לא הצליחה', id: 'documents' }),
      onError: (error) => toast.error(refusalText(error, refusals), { title: 'הבדיקה לא הצליחה', id: 'documents' }),
    })
  return (
    <Button size="sm" busy={test.isPending} onClick={look}>
      בדיקה
    </Button>
  )
}

function Choices({ settings }: { settings: TaxDocumentSettings }) {
  const change = useChangeDocumentSettings()
  const save = (changed: Parameters<typeof change.mutate>[0]) =>
    change.mutate(changed, {
      onSuccess: () => toast.success('ההגדרה נשמרה'),
      onError: (error) => toast.error(refusalText(error, refusals), { title: 'ההגדרה לא נשמרה' }),
    })
  return (
    <>
      <SelectField
        name="tax_status"
        label="סוג העסק לעניין מע״מ"
        value={settings.tax_status}
        disabled={change.isPending}
        onChange={({ target }) => save({ tax_status: target.value as TaxDocumentSettings['tax_status'] })}
      >
        {taxStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
      </SelectField>
      <Switch
        label="להפיק גם על תשלומים שנרשמים ידנית"
        hint="העברה, ביט, מזומן וצ׳ק. כבוי: מפיקים לבד, ורושמים את המספר ליד התשלום"
        checked={settings.issues_recorded}
        disabled={change.isPending}
        onChange={({ target }) => save({ issues_recorded: target.checked })}
      />
    </>
  )
}
