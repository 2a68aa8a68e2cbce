// One form: its submissions, and for owners and admins the builder and settings.
import './forms.css'
import { ArrowRight } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { statusLabels, statusLooks } from '../form-labels.ts'
import type { Form } from '../forms.ts'
import { useForm } from '../forms.data.ts'
import { AnswersTab } from './answers/answers-tab.tsx'
import { FormMenu } from './form-menu.tsx'
import { FormPassword } from './form-password.tsx'
import { FormSettings } from './form-settings.tsx'

export type TabProps = { form: Form }
type Tab = { key: string; text: string; isEdit?: boolean; Content: ComponentType<TabProps> }

const tabs: readonly Tab[] = [
  { key: 'answers', text: 'תשובות', Content: AnswersTab },
  {
    key: 'build',
    text: 'עריכה',
    isEdit: true,
    Content: lazy(async () => ({ default: (await import('../builder/build-tab.tsx')).BuildTab })),
  },
  {
    key: 'logic',
    text: 'לוגיקה ומיפוי',
    isEdit: true,
    Content: lazy(async () => ({ default: (await import('../builder/logic-tab.tsx')).LogicTab })),
  },
  {
    key: 'results',
    text: 'תוצאות',
    Content: lazy(async () => ({ default: (await import('../results/results-tab.tsx')).ResultsTab })),
  },
  {
    key: 'share',
    text: 'שיתוף',
    isEdit: true,
    Content: lazy(async () => ({ default: (await import('./share-tab.tsx')).ShareTab })),
  },
  { key: 'settings', text: 'הגדרות', isEdit: true, Content: SettingsTab },
]

function SettingsTab({ form }: TabProps) {
  return (
    <>
      <FormSettings form={form} />
      <FormPassword formId={form.id} />
    </>
  )
}

export function Component() {
  const formId = useIdParam('formId')
  const { data: form, error, isPending, refetch } = useForm(formId)
  const mayEdit = isAdmin(useOwnRoles())
  const tabParam = useSearchParams()[0].get('tab')
  useScreenTitle(form?.title ?? 'טופס')
  if (isPending) return <Loading page size="lg" />
  if (error && !form) return <FailedToLoad insteadOf={form} error={error} onRetry={() => void refetch()} />
  if (!form) return <NotFound />
  const shown = tabs.filter(({ isEdit }) => mayEdit || !isEdit)
  const tab = shown.find(({ key }) => key === tabParam) ?? shown[0]!
  return (
    <div className="view form-admin">
      <div className="view__head">
        <Link to="/crm/forms" className="btn btn--ghost btn--icon btn--sm" aria-label="לכל הטפסים">
          <Icon of={ArrowRight} />
        </Link>
        <h1>
          <bdi>{form.title}</bdi>
        </h1>
        <Badge kind={statusLooks[form.status]}>{statusLabels[form.status]}</Badge>
        <div className="view__end">
          <FormMenu form={form} mayEdit={mayEdit} />
        </div>
      </div>
      {shown.length > 1 && (
        <LinkTabs
          label="חלקי הטופס"
          tabs={shown.map(({ key, text }) => ({ to: `?tab=${key}`, text, isOpen: key === tab.key }))}
          replace
        />
      )}
      <Suspense fallback={<Loading page />}>
        <tab.Content key={form.id} form={form} />
      </Suspense>
    </div>
  )
}
