import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useFieldUses, useArchiveField } from '#platform/fields/fields.data.ts'
import { type CustomFieldDef, refusals, typeLabels } from '#platform/fields/fields.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Archived fields. Their values stay in the records and return on restore. */
export function ArchivedFields({ fields }: { fields: readonly CustomFieldDef[] }) {
  // Usage counts are one request per field, so they are loaded when the list is opened.
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="fields__gone" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>שדות שהוסרו ({fields.length})</summary>
      <ul>
        {fields.map((field) => (
          <ArchivedField key={field.id} field={field} isShown={isOpen} />
        ))}
      </ul>
    </details>
  )
}

function ArchivedField({ field: { id, label, type }, isShown }: { field: CustomFieldDef; isShown: boolean }) {
  const { data: uses } = useFieldUses(id, isShown)
  const keep = useArchiveField()
  // Awaited instead of mutation callbacks: those are dropped when the row unmounts after the refetch.
  const restore = () =>
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
          {uses !== undefined && `, ${usageText(uses)}`}
        </small>
      </p>
      <Button size="sm" busy={keep.isPending} aria-label={`החזרה: ${label}`} onClick={restore}>
        החזרה
      </Button>
    </li>
  )
}

const usageText = (uses: number) =>
  count(uses, { zero: 'לא מולא', one: 'מולא ברשומה אחת', two: 'מולא בשתי רשומות', other: 'מולא ב־# רשומות' })
