import { refusalText } from '#client/refusal.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { type ShownDocument, useIssueDocuments } from '../tax-documents.data.ts'
import { refusals } from '../tax-documents.ts'

type Props = {
  chosen: readonly ShownDocument[]
  issuable: readonly ShownDocument[]
  onChoose: (documents: readonly ShownDocument[]) => void
}

const documentsIn = (n: number) => count(n, { one: 'מסמך אחד', two: 'שני מסמכים', other: '# מסמכים' })

/** Issues the selected documents. Shows their total first, because an issued document cannot be deleted. */
export function BulkIssueToolbar({ chosen, issuable, onChoose }: Props) {
  const issue = useIssueDocuments()
  if (issuable.length < 2) return null
  const isNone = chosen.length === 0
  const sum = chosen.reduce((all, { amount_agorot: agorot }) => all + agorot, 0)
  const begin = () =>
    issue.mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: (started) => {
          onChoose([])
          toast.success(`ההפקה של ${documentsIn(started)} התחילה. מסמך שמוכן יורד מהרשימה`)
        },
        onError: (error) => toast.error(refusalText(error, refusals), { title: 'ההפקה לא התחילה' }),
      },
    )
  return (
    <div className="documents__chosen" role="toolbar" aria-label="הפקה של כמה מסמכים">
      <CheckField
        name="all"
        label={isNone ? 'בחירת כל המוצגים' : `נבחרו ${chosen.length}, ${formatMoney(sum)}`}
        checked={chosen.length === issuable.length}
        onChange={({ target }) => onChoose(target.checked ? issuable : [])}
      />
      <Button size="sm" look="primary" disabled={isNone} busy={issue.isPending} onClick={begin}>
        {isNone ? 'הפקת הנבחרים' : `הפקה של ${documentsIn(chosen.length)}`}
      </Button>
    </div>
  )
}
