import { FileSpreadsheet } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { PortalCard } from '../../portal-card.tsx'

const accepted =
  '.csv,.tsv,.txt,.xls,.xlsx,.html,.htm,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Props = { reading: string | undefined; errorText: string | undefined; onFile: (file: File) => void }

export function FileStep({ reading, errorText, onFile }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <PortalCard id="import-file" title="בחירת קובץ">
      <p>
        הקובץ נקרא רק כאן, במכשיר שלכם. <strong>שום דבר ממנו לא נשלח לפני לחיצה על ״שמירה״.</strong>
      </p>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={accepted}
        aria-label="קובץ מהבנק או מהכרטיס"
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Resets the input, so that the corrected file can be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      {reading !== undefined ? (
        <output className="import-reading">
          <Spinner />
          <span>
            קוראים את <bdi>{reading}</bdi>
          </span>
        </output>
      ) : (
        <div className="money-actions">
          <Button look="primary" icon={<Icon of={FileSpreadsheet} />} onClick={() => chooser.current?.click()}>
            בחירת קובץ
          </Button>
        </div>
      )}
      {errorText && (
        <div role="alert">
          <ErrorText>{errorText}</ErrorText>
        </div>
      )}
      <p className="portal-quiet">
        לאומי, הפועלים, דיסקונט, מזרחי טפחות, ישראכרט, Max ו־Cal מזוהים לבד. קובץ אחר: נעזור לבחור את העמודות. מתאים{' '}
        <Ltr>CSV</Ltr>, <Ltr>XLSX</Ltr>, וגם <Ltr>XLS</Ltr> של אתרי הבנקים.
      </p>
    </PortalCard>
  )
}
