import { refusalText } from '#client/refusal.ts'
import { useFieldUses, useArchiveField } from '#features/fields/fields.data.ts'
import { type CustomFieldDef, refusals, typeLabels } from '#features/fields/fields.ts'
import { count, isolate } from '#lib/hebrew/hebrew-text.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Fields that were taken away. Their values wait in the records, and come back with them. */
export const GoneFields = ({ fields }: { fields: readonly CustomFieldDef[] }) => (
  <details className="fields__gone">
    <summary>שדות שהוסרו ({fields.length})</summary>
    <ul>
      {fields.map((field) => (
        <Gone key={field.id} field={field} />
      ))}
    </ul>
  </details>
)

function Gone({ field: { id, label, type } }: { field: CustomFieldDef }) {
  const { data: uses } = useFieldUses(id, true)
  const keep = useArchiveField()
  // By the promise: callbacks of the change die with this row, which is gone once the list is read again.
  const bringBack = () =>
    void keep.mutateAsync({ id, isKept: true }).then(
      () => toast.success(`השדה ${isolate(label)} חזר, עם כל מה שמולא בו`),
      (error) => toast.error(refusalText(error, refusals), { title: 'השדה לא הוחזר' }),
    )
  return (
    <li>
      <p>
        <bdi>{label}</bdi>
        <small>
          {typeLabels[type]}
          {uses !== undefined && `, ${usesWords(uses)}`}
        </small>
      </p>
      <Button size="sm" busy={keep.isPending} aria-label={`החזרה: ${label}`} onClick={bringBack}>
        החזרה
      </Button>
    </li>
  )
}

const usesWords = (uses: number) =>
  count(uses, { zero: 'לא מולא', one: 'מולא ברשומה אחת', two: 'מולא בשתי רשומות', other: 'מולא ב־# רשומות' })
