// Adds, edits and deletes a budget item. After a conflict the form has the typed values, beside the saved ones.
import { Fragment, type SubmitEvent, useRef, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBudgetItem, useDeleteItem, useSaveItem } from '#features/budget/budget.data.ts'
import { type BudgetItem, refusals } from '#features/budget/budget.ts'
import { type FormKind, type FormValues, itemOf, mergeValues, valuesOf } from '#features/budget/budget-form.ts'
import type { Month } from '#features/budget/months.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/forms/field.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { ItemConflict } from './item-conflict.tsx'
import { ItemFields } from './item-fields.tsx'

const titles: Readonly<Record<FormKind, string>> = {
  line: 'שורה בתקציב',
  debt: 'חוב',
  goal: 'יעד',
  asset: 'נכס',
  plan: 'תוכנית ההחזר',
}

/** The headings of the cards. After a deletion the row that opened the dialog is gone, and the heading takes the focus. */
const headings: Readonly<Record<FormKind, string>> = {
  line: 'money-lines',
  debt: 'money-debts',
  goal: 'money-goals',
  asset: 'money-worth',
  plan: 'money-debts',
}

type Props = {
  kind: FormKind
  month: Month
  /** Undefined for a new item. */
  item: BudgetItem | undefined
  starts?: FormValues
  onClose: () => void
}

export function ItemDialog({ kind, month, item, starts = {}, onClose }: Props) {
  const [newId] = useState(() => crypto.randomUUID())
  const [errorText, setErrorText] = useState<string>()
  // `shown`: the base version of the fields; after a conflict, the partner's. `typed`: the input based on the earlier version.
  const [shown, setShown] = useState(item)
  const [typed, setTyped] = useState<{ base: FormValues; mine: FormValues; isMerged: boolean }>()
  const saved = useBudgetItem(month, { id: item?.id ?? newId, kind, isNew: !item })
  // Once per conflict: later changes of the partner do not replace the input.
  if (typed && !typed.isMerged && saved && saved.version !== shown?.version) {
    setTyped({ ...typed, isMerged: true })
    setShown(saved)
  }
  const focusAfter = useRef<HTMLElement>(null)
  const save = useSaveItem()
  const remove = useDeleteItem()
  const conflict = typed?.isMerged ? { base: typed.base, mine: typed.mine, theirs: formOf(shown) } : undefined
  const values = conflict ? mergeValues(conflict.base, conflict.theirs, conflict.mine).merged : formOf(shown)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const mine: FormValues = Object.fromEntries(
      [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
    )
    const startsOn = shown?.kind === 'line' ? (shown.content.spread?.startsOn ?? '') : ''
    const read = itemOf(kind, month, { ...mine, startsOn })
    if ('errorText' in read) return setErrorText(read.errorText)
    const about = { id: shown?.id ?? newId, version: shown?.version ?? 0, isPrivate: fields.has('private') }
    try {
      await save.mutateAsync({ ...about, item: read.item })
      onClose()
    } catch (error) {
      const isConflict = refusalCode(error) === 'changed_elsewhere'
      setErrorText(isConflict ? undefined : refusalText(error, refusals))
      // The budget is refetched; so that the next save is based on the partner's version.
      if (isConflict) setTyped({ base: formOf(shown), mine: { private: '', ...mine }, isMerged: false })
    }
  }
  async function onDelete(deleted: BudgetItem) {
    const { id, version, isPrivate, content } = deleted
    const explain = (error: unknown) => refusalText(error, refusals)
    try {
      await remove.mutateAsync({ id, version })
    } catch (error) {
      return setErrorText(explain(error))
    }
    const heading = document.getElementById(headings[kind])
    if (heading) heading.tabIndex = -1
    focusAfter.current = heading
    onClose()
    const name = 'name' in content ? content.name : 'category' in content ? content.category : titles[kind]
    offerUndo({
      title: `נמחק מהרשימה: ${name}`,
      undone: `הוחזר לרשימה: ${name}`,
      undo: async () => void (await save.mutateAsync({ id, version: 0, isPrivate, item: deleted })),
      explain,
    })
  }
  return (
    <Dialog open title={titles[kind]} finalFocus={focusAfter} onOpenChange={(open) => !open && onClose()}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          {conflict && <ItemConflict {...conflict} />}
          <Fragment key={shown?.version}>
            <ItemFields kind={kind} values={{ ...starts, ...values }} />
            {kind !== 'plan' && (
              <CheckField name="private" label="פרטי, רק לעיניים שלי" defaultChecked={values['private'] === 'on'} />
            )}
          </Fragment>
          {errorText && (
            <p role="alert" className="money-fault">
              {errorText}
            </p>
          )}
          {shown && kind !== 'plan' && (
            <Button look="link" busy={remove.isPending} onClick={() => void onDelete(shown)}>
              מחיקה
            </Button>
          )}
        </DialogBody>
        <FormActions words="שמירה" busy={save.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}

/** Values as submitted by the form: an unchecked box is an empty string. */
const formOf = (item: BudgetItem | undefined): FormValues => ({
  ...valuesOf(item),
  ...(item && { private: item.isPrivate ? 'on' : '' }),
})
