// List of forms: status, starts and completions, and the last submission.
import '#platform/screens/link-rows.css'
import './forms.css'
import { ClipboardList, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { statusLabels, statusLooks } from '../form-labels.ts'
import { type FormFigures, type ListedForm, useFormFigures, useForms } from '../forms.data.ts'
import { AddFormDialog } from './add-form-dialog.tsx'
import { FormMenu } from './form-menu.tsx'

export function Component() {
  useScreenTitle('טפסים')
  const { data: forms, error, isPending, refetch } = useForms()
  const { data: figures } = useFormFigures()
  const mayEdit = isAdmin(useOwnRoles())
  const [isAdding, setAdding] = useState(false)
  const showsArchive = useSearchParams()[0].get('show') === 'archive'
  const shown = forms?.filter(({ status }) => (status === 'archived') === showsArchive)
  const hasArchive = forms?.some(({ status }) => status === 'archived')
  const add = (text: string) => (
    <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
      {text}
    </Button>
  )
  return (
    <div className="view">
      <div className="view__head">
        <h1>טפסים</h1>
        <div className="view__end">{mayEdit && add('טופס')}</div>
      </div>
      {(hasArchive || showsArchive) && (
        <LinkTabs
          label="אילו טפסים"
          tabs={[
            { to: '?', text: 'פעילים', isOpen: !showsArchive },
            { to: '?show=archive', text: 'ארכיון', isOpen: showsArchive },
          ]}
          replace
        />
      )}
      {isPending && <Loading page size="lg" />}
      {!forms && error && <FailedToLoad insteadOf={forms} error={error} onRetry={() => void refetch()} />}
      {shown?.length === 0 &&
        (showsArchive ? (
          <EmptyState text="אין טפסים בארכיון." />
        ) : (
          <EmptyState
            text="אין עדיין טפסים. טופס שואל, שומר תשובות ומכניס אותן ישר לאיש הקשר."
            {...(mayEdit && { action: add('יצירת טופס') })}
          />
        ))}
      {shown && shown.length > 0 && (
        <ol className="rows">
          {shown.map((form) => (
            <Row key={form.id} form={form} figures={figures?.get(form.id)} mayEdit={mayEdit} />
          ))}
        </ol>
      )}
      <AddFormDialog open={isAdding} onOpenChange={setAdding} />
    </div>
  )
}

type RowProps = { form: ListedForm; figures: FormFigures | undefined; mayEdit: boolean }

function Row({ form, figures, mayEdit }: RowProps) {
  const now = useNow()
  const counts = figures && [
    ['צפיות', figures.views],
    ['התחילו', figures.starts],
    ['שלחו', figures.submissions],
  ]
  return (
    <li className="row">
      <span className="row__icon">
        <Icon of={ClipboardList} />
      </span>
      <div className="row__words">
        <b>
          <Link to={`/crm/forms/${form.id}`}>
            <bdi>{form.title}</bdi>
          </Link>
        </b>
        <small>
          <Badge kind={statusLooks[form.status]}>{statusLabels[form.status]}</Badge>
          {counts?.map(([label, value]) => (
            <span key={label}>
              {label}: {value!.toLocaleString('he-IL')}
            </span>
          ))}
          {figures?.last_at && <span>תשובה אחרונה: {relativeTime(figures.last_at, now)}</span>}
        </small>
      </div>
      <div className="row__acts">
        <FormMenu form={form} mayEdit={mayEdit} />
      </div>
    </li>
  )
}
