// Recipients without a value for a field of the message.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { MissingValues as Report, MissingValuesOf } from '#features/message-templates/missing-values.ts'
import { count } from '#lib/hebrew/count.ts'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'

type Props = { of: MissingValuesOf }

/** The button that opens the report. Names are shown to owners and admins only. */
export function MissingValues({ of }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data: roles = [] } = useActiveRoles()
  if (!roles.includes('owner') && !roles.includes('admin')) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        למי חסר ערך?
      </Button>
      {isOpen && <ReportDialog of={of} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReportDialog({ of, onClose }: Props & { onClose: () => void }) {
  const backend = useBackend()
  const { data, error, refetch } = useQuery({
    queryKey: ['missing values', of],
    queryFn: () => invoke<Report>(backend, 'find-missing-values', of),
    // Not cached, because the draft changes while the dialog is closed.
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="למי חסר ערך">
      <DialogBody>
        {!data && !error && <Loading />}
        {error && !data && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
        {data && <MissingList report={data} />}
      </DialogBody>
      <DialogActions>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const peopleText = (n: number) => count(n, { zero: 'אין אנשים', one: 'אדם אחד', two: 'שני אנשים', other: '# אנשים' })

function MissingList({ report: { checked, people, fields, recipients } }: { report: Report }) {
  const total = Math.max(...fields.map((field) => field.people), 0)
  return (
    <>
      <p>
        {total === 0
          ? 'לכולם יש ערך, או נוסח חלופי, בכל השדות שבהודעה.'
          : 'אצלם השדה יישאר ריק. אפשר להשלים את הפרט, או לכתוב נוסח חלופי בשדה עצמו.'}
        {checked < people && ` נבדקו ${checked} הראשונים מתוך ${people}.`}
      </p>
      <ul>
        {fields.map((field) => (
          <li key={field.label}>
            <b>{field.label}</b>: {peopleText(field.people)}
          </li>
        ))}
      </ul>
      <ul className="campaign__left-out">
        {recipients.map(({ contactId, name, missing }) => (
          <li key={contactId}>
            <Link to={`/crm/contacts/${contactId}`}>
              <bdi>{name}</bdi>
            </Link>
            : {missing.join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}
