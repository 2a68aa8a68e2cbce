// Selects the approved template with which WhatsApp sends a rule to recipients who consented.
import { RecordForm } from '#platform/editing/record-dialog.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useSaveRule, useWhatsAppTemplates } from '../message-plan.data.ts'
import { type MessageRule, RuleWhatsAppEdit } from '../message-plan.ts'
import { refusals } from '../messages.ts'

export function WhatsAppForm({ rule }: { rule: MessageRule }) {
  const saving = useSaveRule()
  const { data, error, isPending, refetch } = useWhatsAppTemplates(rule.context_type)
  if (isPending) return <Loading size="md" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  return (
    <RecordForm
      schema={RuleWhatsAppEdit}
      refusals={refusals}
      fields={{ whatsapp_template_unfit: 'whatsapp_template_id' }}
      save={(edit) => saving.mutateAsync({ seen: rule, edit })}
      saved="הבחירה נשמרה, גם להודעות שמחכות"
      action="שמירה"
    >
      {(errors) => (
        <>
          <SelectField
            name="whatsapp_template_id"
            label="תבנית וואטסאפ"
            hint="רק למי שהסכימו לוואטסאפ בהרשמה, במקום הדוא״ל. לכל האחרים יוצא הדוא״ל."
            defaultValue={rule.whatsapp_template_id ?? ''}
            error={errors['whatsapp_template_id']}
          >
            <option value="">בלי וואטסאפ</option>
            {data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          {data.length === 0 && <p>עוד אין תבנית וואטסאפ להדרכה שפורסמה. מכינים אותה בתבניות ההודעות.</p>}
        </>
      )}
    </RecordForm>
  )
}
