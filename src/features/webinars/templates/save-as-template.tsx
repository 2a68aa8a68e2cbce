import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedTemplateStep } from './failed-template-step.ts'
import { TemplateAbout, TemplateName, templateRefusals } from './webinar-template.ts'
import { useRenewTemplate, useTemplateFromWebinar, useWebinarTemplates } from './webinar-templates.data.ts'

const SaveAs = z.object({ name: TemplateName, about: TemplateAbout })

type Props = { webinar: { id: string; title: string; template_id: string | null } }

/** The content of a webinar as a new template, or as the next version of the template that it uses. */
export function SaveAsTemplate({ webinar }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data: templates } = useWebinarTemplates()
  const making = useTemplateFromWebinar()
  const renew = useRenewTemplate()
  const navigate = useNavigate()
  const used = templates?.find(({ id, is_system: isSystem }) => id === webinar.template_id && !isSystem)
  return (
    <>
      {used && (
        <Button
          look="ghost"
          busy={renew.isPending}
          onClick={() =>
            renew.mutate(webinar.id, {
              onSuccess: (number) => void toast.success(`נשמרה גרסה ${number} של ״${used.name}״`),
              onError: failedTemplateStep,
            })
          }
        >
          עדכון התבנית
        </Button>
      )}
      <Button look="ghost" onClick={() => setOpen(true)}>
        שמירה כתבנית
      </Button>
      <RecordDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="שמירה כתבנית"
        text="הטקסטים, עמוד ההרשמה, המשך, המועד הקבוע והרגעים בחדר. בלי נרשמים, בלי סרטונים ובלי תאריכים."
      >
        <RecordForm
          schema={SaveAs}
          refusals={templateRefusals}
          save={(typed) => making.mutateAsync({ webinar: webinar.id, ...typed })}
          saved={(id) => void navigate(`/admin/webinar-templates/${id}`)}
          action="שמירת התבנית"
        >
          {(errors) => (
            <>
              <TextField
                name="name"
                label="שם התבנית"
                required
                autoComplete="off"
                defaultValue={webinar.title.slice(0, 80)}
                error={errors['name']}
              />
              <TextField name="about" label="תיאור" autoComplete="off" error={errors['about']} />
            </>
          )}
        </RecordForm>
      </RecordDialog>
    </>
  )
}
