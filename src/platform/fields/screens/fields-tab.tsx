// Custom fields: order, labels, options.
import '#platform/screens/link-rows.css'
import '#platform/screens/settings-card.css'
import './fields-tab.css'
import { Handshake, House, Pencil, Plus, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { refusalCode, refusalDetail, refusalText } from '#client/refusal.ts'
import { useAllFields, useArchiveField, useOrderFields } from '#platform/fields/fields.data.ts'
import {
  type CustomFieldDef,
  entityLabels,
  fieldEntities,
  type FieldEntity,
  hasOptions,
  refusals,
  typeLabels,
} from '#platform/fields/fields.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Segment } from '#ui/lists/segment.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { moveByOne, OrderButtons } from '#platform/editing/order-buttons.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { ArchivedFields } from './archived-fields.tsx'

/** A field in use is refused with the names of the texts that use it. */
const explain = (error: unknown) =>
  refusalCode(error) === 'field_in_templates'
    ? `השדה מופיע בנוסחים שנשלחים: ${refusalDetail(error)}. הסירו אותו מהם, ואז אפשר להסיר אותו`
    : refusalText(error, refusals)

export function FieldsTab() {
  const [entity, setEntity] = useState<FieldEntity>('contact')
  const { data, error, isPending, refetch } = useAllFields(entity)
  const [edited, setEdited] = useState<{ field?: CustomFieldDef }>()
  const fields = data?.filter(({ deleted_at: at }) => at === null) ?? []
  // The current row: after a conflict, the next save is based on it.
  const shown = edited?.field && { field: fields.find(({ id }) => id === edited.field?.id) ?? edited.field }
  const deletedFields = data?.filter(({ deleted_at: at }) => at !== null) ?? []
  return (
    <div className="settings__form">
      <div className="row-bar">
        <Segment
          label="שדות של"
          value={entity}
          choices={fieldEntities.map((value) => ({ value, text: entityLabels[value], icon: icons[value] }))}
          onChange={setEntity}
        />
        {fields.length > 0 && (
          <Button size="sm" look="primary" icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
            שדה חדש
          </Button>
        )}
      </div>
      {isPending ? (
        <Loading />
      ) : !data ? (
        <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
      ) : fields.length === 0 ? (
        <EmptyState
          picture={false}
          title="עדיין אין כאן שדות משלכם"
          text={examples[entity]}
          action={
            <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
              שדה חדש
            </Button>
          }
        />
      ) : (
        <FieldRows fields={fields} onEdit={(field) => setEdited({ field })} />
      )}
      {deletedFields.length > 0 && <ArchivedFields fields={deletedFields} />}
      <FieldDialog entity={entity} edited={shown ?? edited} onClose={() => setEdited(undefined)} />
    </div>
  )
}

const icons = { contact: UserRound, opportunity: Handshake, household: House } as const

const examples: Record<FieldEntity, string> = {
  contact: 'מה שחשוב לכם לדעת על כל אדם: עיר, מספר ילדים, מה הכי חשוב להם עכשיו. השדה יופיע בכרטיס, ברשימה ובייבוא.',
  opportunity: 'מה שחשוב לכם לדעת על כל הזדמנות: מי שותפים להחלטה, מתי אפשר להתחיל.',
  household: 'מה שחשוב לכם לדעת על כל בית: דירה בבעלות או בשכירות, כמה נפשות.',
}

function FieldRows({ fields, onEdit }: { fields: readonly CustomFieldDef[]; onEdit: (field: CustomFieldDef) => void }) {
  const order = useOrderFields()
  const keep = useArchiveField()
  const ids = fields.map(({ id }) => id)
  const archiveField = ({ id, label }: CustomFieldDef) =>
    keep.mutate(
      { id, isKept: false },
      {
        onSuccess: () =>
          offerUndo({
            title: `השדה ${isolate(label)} הוסר`,
            undo: () => keep.mutateAsync({ id, isKept: true }),
            explain,
          }),
        onError: (error) => toast.error(explain(error), { title: 'השדה לא הוסר' }),
      },
    )
  return (
    <ol className="rows">
      {fields.map((field, i) => (
        <li key={field.id} className="row">
          <div className="row__words">
            <b>
              <bdi>{field.label}</bdi>
            </b>
            <small>
              {typeLabels[field.type] + (hasOptions(field.type) ? ':' : '')}
              {hasOptions(field.type) && (
                <bdi className="fields__options">
                  {field.options
                    .filter(({ hidden }) => !hidden)
                    .map(({ label }) => label)
                    .join(', ')}
                </bdi>
              )}
              {field.required && <Badge>חובה בטפסים</Badge>}
              {field.is_demo && <Badge kind="info">דוגמה</Badge>}
            </small>
          </div>
          <div className="row__acts">
            <OrderButtons
              name={field.label}
              isFirst={i === 0}
              isLast={i === fields.length - 1}
              onMove={(by) =>
                order.mutate(moveByOne(ids, field.id, by), { onError: (error) => toast.error(explain(error)) })
              }
            />
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`עריכה: ${field.label}`}
              icon={<Icon of={Pencil} />}
              onClick={() => onEdit(field)}
            />
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`הסרה: ${field.label}`}
              icon={<Icon of={Trash2} />}
              onClick={() => archiveField(field)}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
