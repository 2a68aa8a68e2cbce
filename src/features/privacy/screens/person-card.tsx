import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { type DataSubject, useExportPerson, useHoldings, useMentions } from '#features/privacy/privacy.data.ts'
import { holdings, refusals } from '#features/privacy/privacy.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { downloadFile } from '#platform/screens/download-file.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { ForgetDialog } from './forget-dialog.tsx'

/** All data stored about one person: what erasure deletes, what is retained and why; export and erasure. */
export function PersonCard({ person, onForgotten }: { person: DataSubject; onForgotten: () => void }) {
  const { data: held, error, refetch } = useHoldings(person.id)
  const exporting = useExportPerson()
  const [isDialogOpen, setOpenDialog] = useState(false)
  const isOwner = useOwnRoles().includes('owner')
  if (error && !held) return <FailedToLoad insteadOf={held} error={error} onRetry={() => void refetch()} />
  if (!held) return <Loading />
  const parts = Object.entries(holdings).flatMap(([table, { label, stays, unless }]) =>
    held[table] ? [{ table, label, stays, note: stays ?? unless, count: held[table] }] : [],
  )
  const give = () =>
    exporting.mutate(person.id, {
      onSuccess(archive) {
        downloadFile(archive, `${person.full_name}.zip`, 'application/zip')
        toast.success('הקובץ מוכן, ונמצא בהורדות')
      },
      onError: (reason) => toast.error(refusalText(reason, refusals), { title: 'הקובץ לא הוכן' }),
    })
  return (
    <SettingsCard title={<bdi>{person.full_name}</bdi>}>
      <div className="held">
        <DataSection title="יימחק" parts={parts.filter(({ stays }) => !stays)} />
        <DataSection
          title="יישאר, כי כך מחייב החוק"
          text="השם נמחק מהכרטיס. מה שכתוב ברשומות עצמן נשמר כמו שהוא."
          parts={parts.filter(({ stays }) => stays)}
          empty="אין כאן דבר שהחוק מחייב לשמור."
        />
      </div>
      <Mentions personId={person.id} />
      <div className="settings__end">
        <Button look="primary" busy={exporting.isPending} icon={<Icon of={Download} />} onClick={give}>
          {exporting.isPending ? 'מכינים את הקובץ' : 'הורדת כל המידע'}
        </Button>
        {isOwner && (
          <Button look="danger" icon={<Icon of={UserX} />} onClick={() => setOpenDialog(true)}>
            מחיקת הפרטים
          </Button>
        )}
      </div>
      <p className="settings__note">
        ההורדה היא קובץ ZIP עם טבלאות שנפתחות בגיליון, כדי למסור לאדם עצמו.
        {!isOwner && ' מחיקת פרטים אפשרית בחשבון בעלות.'}
      </p>
      <ForgetDialog
        person={isDialogOpen ? person : undefined}
        onClose={() => setOpenDialog(false)}
        onForgotten={onForgotten}
      />
    </SettingsCard>
  )
}

/** Notes about other contacts that mention the person, to be reviewed manually. */
function Mentions({ personId }: { personId: string }) {
  const { data: people = [] } = useMentions(personId)
  if (people.length === 0) return null
  return (
    <section className="held__mentions">
      <h4>יישאר, עד שתמחקו בעצמכם</h4>
      <p className="held__text">השם, הטלפון או הדוא״ל נזכרים גם בסיכומים של אנשים אחרים:</p>
      <ul>
        {people.map(({ contact_id: id, full_name: name, notes }) => (
          <li key={id}>
            <Link to={`/crm/contacts/${id}`}>
              <bdi>{name}</bdi>
            </Link>
            <b>{number.format(notes)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

type HeldRows = { table: string; label: string; stays: string | undefined; note: string | undefined; count: number }

const number = new Intl.NumberFormat('he-IL')

type DataSectionProps = { title: string; text?: string; parts: readonly HeldRows[]; empty?: string }

function DataSection({ title, text, parts, empty }: DataSectionProps) {
  return (
    <section>
      <h4>{title}</h4>
      {parts.length > 0 && text && <p className="held__text">{text}</p>}
      {parts.length === 0 && empty && <p className="settings__note">{empty}</p>}
      <ul>
        {parts.map(({ table, label, note, count }) => (
          <li key={table}>
            <span>
              {label}
              {note && <small>{note}</small>}
            </span>
            <b>{number.format(count)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
