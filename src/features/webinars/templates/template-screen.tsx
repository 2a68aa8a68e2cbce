// One template: content, webinars created from it with their update, versions and actions.
import { Copy, Download, Eye, Pencil, Plus, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { downloadFile } from '#platform/screens/download-file.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedTemplateStep } from './failed-template-step.ts'
import { ShareDialog } from './share-dialog.tsx'
import { TemplateContents } from './template-contents.tsx'
import { TemplateEditDialog } from './template-edit-dialog.tsx'
import { templateFileOf } from './template-file.ts'
import { TemplateUses } from './template-uses.tsx'
import { TemplateVersions } from './template-versions.tsx'
import { UseTemplateDialog } from './use-template-dialog.tsx'
import { previewPath } from './webinar-template.ts'
import {
  useDeleteWebinarTemplate,
  useSaveWebinarTemplate,
  useShareWebinarTemplate,
  useWebinarTemplates,
  type WebinarTemplateRow,
} from './webinar-templates.data.ts'

export function Component() {
  const { templateId = '' } = useParams()
  const { data: templates, error, isPending, refetch } = useWebinarTemplates()
  const template = templates?.find(({ id }) => id === templateId)
  useScreenTitle(template?.name ?? 'תבנית')
  if (isPending) return <Loading page size="lg" />
  if (!templates) return <FailedToLoad insteadOf={templates} error={error} onRetry={() => void refetch()} />
  if (!template) return <NotFound />
  return (
    <div className="view">
      <div className="view__head">
        <h1>
          <bdi>{template.name}</bdi>
        </h1>
        <Badge kind="outline">{template.is_system ? 'תבנית מוכנה' : `גרסה ${template.number}`}</Badge>
      </div>
      <Actions template={template} />
      <div className="template-split">
        <TemplateContents definition={template.definition} about={template.about} />
        <div className="template-side">
          <TemplateUses template={template} />
          {!template.is_system && <TemplateVersions template={template} />}
        </div>
      </div>
    </div>
  )
}

function Actions({ template }: { template: WebinarTemplateRow }) {
  const { id, name, about, definition, is_system: isSystem } = template
  const [open, setOpen] = useState<'use' | 'edit' | 'share'>()
  const navigate = useNavigate()
  const share = useShareWebinarTemplate()
  const save = useSaveWebinarTemplate()
  const remove = useDeleteWebinarTemplate()
  const close = () => setOpen(undefined)

  /** The window is opened synchronously on click: after the response the browser would block it. */
  function preview() {
    const opened = window.open('', '_blank')
    share.mutate(
      { id, hours: 1 },
      {
        onSuccess: ({ token }) => (opened ?? window).location.assign(previewPath(id, token)),
        onError(error) {
          opened?.close()
          failedTemplateStep(error)
        },
      },
    )
  }
  const copy = () =>
    save.mutate(
      { id: null, seenNumber: 0, name: `${name.slice(0, 72)} (עותק)`, about, definition },
      {
        onSuccess: ({ id: webinarId }) => void navigate(`/admin/webinar-templates/${webinarId}`),
        onError: failedTemplateStep,
      },
    )
  return (
    <div className="template-acts">
      <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setOpen('use')}>
        הדרכה מהתבנית
      </Button>
      <Button icon={<Icon of={Eye} />} busy={share.isPending} onClick={preview}>
        תצוגה מקדימה
      </Button>
      {!isSystem && (
        <Button icon={<Icon of={Pencil} />} onClick={() => setOpen('edit')}>
          עריכה
        </Button>
      )}
      <Button icon={<Icon of={Copy} />} busy={save.isPending} onClick={copy}>
        שכפול
      </Button>
      <Button icon={<Icon of={Share2} />} onClick={() => setOpen('share')}>
        קישור לצפייה
      </Button>
      <Button
        icon={<Icon of={Download} />}
        onClick={() =>
          downloadFile(
            new Blob([templateFileOf({ name, about, definition })]),
            `${name.replaceAll(/[^\wא-ת -]/g, '')}.json`,
            'application/json',
          )
        }
      >
        ייצוא לקובץ
      </Button>
      {!isSystem && (
        <Button
          look="ghost"
          icon={<Icon of={Trash2} />}
          busy={remove.isPending}
          onClick={() =>
            remove.mutate(id, {
              onSuccess() {
                toast.success('התבנית נמחקה. הדרכות שנוצרו ממנה נשארות כמו שהן')
                void navigate('/admin/webinar-templates')
              },
              onError: failedTemplateStep,
            })
          }
        >
          מחיקה
        </Button>
      )}
      <UseTemplateDialog template={template} open={open === 'use'} onClose={close} />
      <TemplateEditDialog template={template} open={open === 'edit'} onClose={close} />
      <ShareDialog template={template} open={open === 'share'} onClose={close} />
    </div>
  )
}
