import './consent-ledger.css'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { currentOf, type LedgerLine, useLedger } from './consents.data.ts'
import { channelLabels, noConsent, sourceLabels } from './consents.ts'
import { type ContactAddress, RecordConsentDialog } from './record-consent-dialog.tsx'

type Props = {
  contactId: string
  points: readonly ContactAddress[]
  nameOf: (userId: string | null) => string | undefined
}

/** Current consent per channel, with the full history and its proofs below. */
export function ConsentLedger({ contactId, points, nameOf }: Props) {
  const { data: ledger, error, isPending, refetch } = useLedger(contactId)
  const [isOpen, setOpen] = useState(false)
  if (isPending) return <Loading />
  if (!ledger)
    return (
      <div role="alert">
        <p>{refusalText(error)}</p>
        <Button onClick={() => void refetch()}>ניסיון נוסף</Button>
      </div>
    )
  const current = currentOf(ledger)
  return (
    <div className="ledger">
      <div className="ledger__head">
        <p className="ledger__now">
          {current.every(({ action }) => action !== 'grant')
            ? noConsent
            : current.map((one) => (
                <Badge key={`${one.channel} ${one.value_norm}`} kind={one.action === 'grant' ? 'success' : 'warning'}>
                  {channelLabels[one.channel]} {one.action === 'grant' ? '– יש הסכמה' : '– הוסרו'}
                </Badge>
              ))}
        </p>
        {points.length > 0 && (
          <Button size="sm" icon={<Icon of={Plus} />} onClick={() => setOpen(true)}>
            רישום הסכמה או הסרה
          </Button>
        )}
      </div>
      {points.length === 0 && <p className="quiet">כדי לרשום הסכמה צריך טלפון או דוא״ל</p>}
      <ol className="ledger__lines">
        {ledger.map((line) => (
          <Entry key={line.id} line={line} nameOf={nameOf} />
        ))}
      </ol>
      <RecordConsentDialog contactId={contactId} points={points} open={isOpen} onOpenChange={setOpen} />
    </div>
  )
}

function Entry({ line, nameOf }: { line: LedgerLine } & Pick<Props, 'nameOf'>) {
  const by = line.recorded_by && (nameOf(line.recorded_by) ?? 'מי שכבר לא בצוות')
  return (
    <li>
      <div className="ledger__line">
        <Badge kind={line.action === 'grant' ? 'success' : 'warning'}>
          {line.action === 'grant' ? 'הסכמה' : 'הסרה'}
        </Badge>
        <b>{channelLabels[line.channel]}</b>
        <Ltr>{line.channel === 'email' ? line.value_norm : formatPhone(line.value_norm)}</Ltr>
        <time dateTime={line.at}>
          {formatDate(line.at)}, {formatTime(line.at)}
        </time>
      </div>
      <p className="ledger__source">
        {[sourceLabels[line.source_type] ?? line.source_type, by && `נרשם על ידי ${by}`].filter(Boolean).join(' · ')}
        {line.source_url && (
          <>
            {' · '}
            <Ltr>{line.source_url}</Ltr>
          </>
        )}
      </p>
      {line.proof && (
        <p className="bubble">
          <bdi>{line.proof}</bdi>
        </p>
      )}
      {line.action === 'grant' && line.source_type !== 'staff' && (
        <details className="ledger__text">
          <summary>הנוסח שהוצג (גרסה {line.text.version})</summary>
          <p>{line.text.he_text}</p>
        </details>
      )}
    </li>
  )
}
