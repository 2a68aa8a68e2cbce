import { ArrowLeft, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useNow } from '#client/now.ts'
import { useRedirects, useRemoveRedirect, useSaveRedirect } from '#features/redirects/redirects.data.ts'
import { type Redirect, refusals } from '#features/redirects/redirects.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectListDialog } from '#features/redirects/redirect-list-dialog.tsx'
import { RedirectTestDialog } from '#features/redirects/redirect-test-dialog.tsx'

type DialogTarget = { redirect?: Redirect }

export function Component() {
  useScreenTitle('הפניות')
  const { data: redirects, error, isPending, refetch } = useRedirects()
  const [edited, setEdited] = useState<DialogTarget>()
  const [isListOpen, setIsListOpen] = useState(false)
  const [isTestOpen, setIsTestOpen] = useState(false)
  if (isPending) return <Loading page size="lg" />
  if (!redirects) return <FailedToLoad insteadOf={redirects} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="seo-bar">
        <p className="seo-note">הפניה עובדת רק בכתובת שאין בה עמוד. עמוד שעומד באתר אף פעם לא נחסם על ידה.</p>
        <div className="seo-bar__end">
          <Button look="ghost" onClick={() => setIsTestOpen(true)}>
            בדיקת כתובת
          </Button>
          <Button look="ghost" onClick={() => setIsListOpen(true)}>
            ייבוא רשימה
          </Button>
          {redirects.length > 0 && (
            <Button icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
              הפניה
            </Button>
          )}
        </div>
      </div>
      {redirects.length === 0 ? (
        <EmptyState
          text="אין עדיין הפניות. כשכתובת ישנה מפסיקה לעבוד, הפניה מביאה את מי שמחפשים אותה למקום הנכון."
          action={
            <Button look="primary" onClick={() => setEdited({})}>
              הוספת הפניה
            </Button>
          }
        />
      ) : (
        <Redirects redirects={redirects} onEdit={(redirect) => setEdited({ redirect })} />
      )}
      <RedirectTestDialog open={isTestOpen} onOpenChange={setIsTestOpen} />
      <RedirectListDialog open={isListOpen} onOpenChange={setIsListOpen} />
      <RedirectDialog
        open={edited !== undefined}
        redirect={redirects.find(({ id }) => id === edited?.redirect?.id) ?? edited?.redirect}
        onOpenChange={(open) => !open && setEdited(undefined)}
      />
    </>
  )
}

function Redirects({ redirects, onEdit }: { redirects: Redirect[]; onEdit: (redirect: Redirect) => void }) {
  const now = useNow()
  const remove = useRemove()
  return (
    <Table label="ההפניות">
      <thead>
        <tr>
          <th scope="col">מאיפה ולאן</th>
          <th scope="col" className="table__wide">
            סוג
          </th>
          <th scope="col">מעברים</th>
          <th scope="col" className="table__wide">
            לאחרונה
          </th>
          <th scope="col">
            <span className="vh">פעולות</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {redirects.map((redirect) => (
          <tr key={redirect.id}>
            <td className="seo-way">
              <Ltr>{redirect.from_path}</Ltr>
              <Icon of={ArrowLeft} />
              <span className="vh">אל</span>
              <Ltr>{redirect.to_address}</Ltr>
            </td>
            <td className="table__wide">{redirect.code === 301 ? 'קבועה' : 'זמנית'}</td>
            <td>{redirect.hits.toLocaleString('he-IL')}</td>
            <td className="table__wide">{redirect.last_hit_at ? relativeTime(redirect.last_hit_at, now) : 'עוד לא'}</td>
            <td className="seo-acts">
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`עריכת ההפניה מ־${redirect.from_path}`}
                icon={<Icon of={Pencil} />}
                onClick={() => onEdit(redirect)}
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`מחיקת ההפניה מ־${redirect.from_path}`}
                icon={<Icon of={Trash2} />}
                onClick={() => remove(redirect)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Deletes immediately and offers undo. */
function useRemove() {
  const removing = useRemoveRedirect()
  const saving = useSaveRedirect()
  const failed = (error: unknown) => void toast.error(refusalText(error, refusals))
  return (redirect: Redirect) => {
    const { from_path, to_address, code } = redirect
    removing.mutate(redirect, {
      onSuccess: () =>
        toast.success('ההפניה נמחקה', {
          action: {
            text: 'החזרה',
            run: () => saving.mutate({ edit: { from_path, to_address, code } }, { onError: failed }),
          },
        }),
      onError: failed,
    })
  }
}
