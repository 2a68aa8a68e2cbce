import { type SubmitEvent, useState } from 'react'
import { OwnerSelect } from '#platform/accounts/staff-select.tsx'
import type { BulkContactChange } from '#features/contact-list/contact-list.ts'
import { listRefusal, useBulkPreview } from '#features/contact-list/contact-bulk.data.ts'
import { lifecycleLabels, lifecycles } from '#features/contacts/contacts.ts'
import { TagList } from '#platform/tags/tag-picker.tsx'
import type { ShownTag } from '#platform/tags/tags.data.ts'
import { NewTask } from '#features/tasks/tasks.ts'
import { formText } from '#lib/forms/form-text.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { ErrorText, SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import type { ContactSelection } from './selection.ts'
import { useBulkWithUndo } from './use-bulk-with-undo.ts'

export type BulkKind = 'owner' | 'add_tag' | 'remove_tag' | 'lifecycle' | 'task' | 'bin'

const titles: Record<BulkKind, string> = {
  owner: 'באחריות מי הם יהיו?',
  add_tag: 'איזו תגית להוסיף?',
  remove_tag: 'איזו תגית להסיר?',
  lifecycle: 'לאיזה סוג להעביר?',
  task: 'משימה לכל אחד',
  bin: 'להעביר לסל המיחזור?',
}
const people = { one: 'איש קשר אחד', two: 'שני אנשי קשר', other: '# אנשי קשר' }

/** Prompts for the new value, previews the affected contacts and applies the change. */
export function BulkDialog({
  kind,
  picked,
  onClose,
}: {
  kind: BulkKind | undefined
  picked: ContactSelection
  onClose: () => void
}) {
  return (
    <Dialog open={kind !== undefined} onOpenChange={(open) => !open && onClose()} title={kind ? titles[kind] : ''}>
      {kind && <BulkForm key={kind} kind={kind} picked={picked} onClose={onClose} />}
    </Dialog>
  )
}

function BulkForm({ kind, picked, onClose }: { kind: BulkKind; picked: ContactSelection; onClose: () => void }) {
  const preview = useBulkPreview(picked.selection, true)
  const { run, isPending } = useBulkWithUndo()
  const [owner, setOwner] = useState<string | null>(null)
  const [tag, setTag] = useState<ShownTag>()
  const [errorText, setErrorText] = useState<string>()
  // Disabled until the preview of affected contacts has loaded.
  const isKnown = preview.isSuccess && preview.data.count > 0

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isKnown) return
    const wanted = read(kind, new FormData(event.currentTarget), owner, tag)
    if ('errorText' in wanted) return setErrorText(wanted.errorText)
    void run({ selection: picked.selection, ...wanted, onDone: () => (picked.clear(), onClose()) })
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        {kind === 'owner' && <OwnerSelect value={owner} onChange={setOwner} />}
        {(kind === 'add_tag' || kind === 'remove_tag') && (
          <TagList
            chosen={tag ? [tag.id] : []}
            onChoose={(selected, isOn) => setTag(isOn ? selected : undefined)}
            canAdd={kind === 'add_tag'}
          />
        )}
        {kind === 'lifecycle' && (
          <SelectField label="סוג" name="lifecycle" defaultValue="qualified">
            {lifecycles.map((value) => (
              <option key={value} value={value}>
                {lifecycleLabels[value]}
              </option>
            ))}
          </SelectField>
        )}
        {kind === 'task' && (
          <>
            <TextField
              label="מה צריך לעשות"
              name="name"
              required
              maxLength={200}
              dir="auto"
              autoComplete="off"
              placeholder="למשל: שיחת מעקב"
              error={errorText}
            />
            <DayField label="עד מתי" name="due_date" optional="(לא חובה)" />
            <OwnerSelect value={owner} onChange={setOwner} label="מי עושה" emptyLabel="אני" />
          </>
        )}
        <AffectedContacts preview={preview} />
        {kind === 'bin' && <p className="bulk-note">אפשר לשחזר מסל המיחזור במשך 30 יום.</p>}
        {errorText && kind !== 'task' && <ErrorText>{errorText}</ErrorText>}
      </DialogBody>
      <DialogActions>
        <Button type="submit" look={kind === 'bin' ? 'danger' : 'primary'} busy={isPending} aria-disabled={!isKnown}>
          {isPending ? 'מבצעים' : kind === 'bin' ? 'העברה לסל' : 'החלת השינוי'}
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </form>
  )
}

function AffectedContacts({ preview: { data, error, isPending } }: { preview: ReturnType<typeof useBulkPreview> }) {
  if (isPending) return <Loading />
  if (error) return <ErrorText>{listRefusal(error)}</ErrorText>
  if (!data || data.count === 0) return <p className="bulk-note">אין את מי לשנות.</p>
  const others = data.count - data.names.length
  return (
    <p className="bulk-note">
      <b>{count(data.count, people)}</b>: {data.names.map(isolate).join(', ')}
      {others > 0 && count(others, { one: ' ועוד אחד', two: ' ועוד שניים', other: ' ועוד #' })}
    </p>
  )
}

type BulkChange = { change: BulkContactChange; message: (changed: number) => string } | { errorText: string }

/** The change the form describes, and its success message. */
function read(kind: BulkKind, form: FormData, owner: string | null, tag: ShownTag | undefined): BulkChange {
  const of = (label: string) => (changed: number) => `${label}: ${count(changed, people)}`
  if (kind === 'owner') return { change: { owner_id: owner }, message: of('האחריות עודכנה') }
  if (kind === 'bin') return { change: { deleted_at: 'now' }, message: of('בסל המיחזור') }
  if (kind === 'lifecycle') {
    const lifecycle = lifecycles.find((one) => one === formText(form, 'lifecycle'))!
    return { change: { lifecycle }, message: of(`הועברו אל ״${lifecycleLabels[lifecycle]}״`) }
  }
  if (kind === 'task') {
    const task = NewTask.safeParse({ name: formText(form, 'name'), due_date: formText(form, 'due_date') || null })
    if (!task.success) return { errorText: task.error.issues[0]!.message }
    const { name, due_date = null } = task.data
    return { change: { task: { name, due_date, user_id: owner } }, message: of('נוספה משימה') }
  }
  if (!tag) return { errorText: 'יש לבחור תגית' }
  return kind === 'add_tag'
    ? { change: { add_tag: tag.id }, message: of(`סומנו ב${isolate(tag.name)}`) }
    : { change: { remove_tag: tag.id }, message: of(`התגית ${isolate(tag.name)} הוסרה`) }
}
