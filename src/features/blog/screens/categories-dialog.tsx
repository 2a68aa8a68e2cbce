// Blog categories and authors: add, rename, remove.
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { type PostAuthor, type PostCategory, refusals } from '#features/blog/blog.ts'
import { useSaveSubject, useRemoveSubject, useSubjects } from '#features/blog/subjects.data.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Kind = 'categories' | 'authors'
const labels = {
  categories: {
    title: 'נושאים',
    text: 'לפי הנושאים מסננים את רשימת המאמרים באתר. הסרה של נושא לא מוחקת מאמרים.',
    name: 'שם הנושא',
    add: 'הוספת נושא',
  },
  authors: {
    title: 'כותבים',
    text: 'השם מופיע בראש המאמר, והמשפט על הכותבים בסופו. הסרה לא מוחקת מאמרים.',
    name: 'שם',
    add: 'הוספת כותבים',
  },
}

export function CategoriesDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const { data } = useSubjects(kind)
  const { title, text, add } = labels[kind]
  const [adding, setAdding] = useState(0)
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title={title} text={text}>
      <DialogBody>
        <ul className="subjects">
          {data?.map((one) => (
            <li key={one.id}>
              <CategoryForm kind={kind} one={one} submit="שמירה" />
            </li>
          ))}
          <li>
            {/* The key remounts the form after each addition, which resets it. */}
            <CategoryForm key={adding} kind={kind} submit={add} onKept={() => setAdding(adding + 1)} />
          </li>
        </ul>
      </DialogBody>
    </Dialog>
  )
}

function CategoryForm({
  kind,
  one,
  submit,
  onKept,
}: {
  kind: Kind
  one?: PostCategory | PostAuthor
  submit: string
  onKept?: () => void
}) {
  const keep = useSaveSubject(kind)
  const remove = useRemoveSubject(kind)
  const [error, setError] = useState<string>()
  // The row at the start of the edit, so that a refetch does not hide a colleague's change. After a refusal, the
  // current row.
  const [edited, setEdited] = useState<PostCategory | PostAuthor>()

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const name = formText(typed, 'name')
    const written = kind === 'authors' ? { name, about: formText(typed, 'about') } : { name }
    try {
      await keep.mutateAsync({ seen: edited ?? one, written: written as { name: string; about: string } })
      setError(undefined)
      setEdited(undefined)
      // Fields not edited during the save show the stored row again, including a colleague's later change.
      const current = new FormData(form)
      if (one && ['name', 'about'].every((field) => current.get(field) === typed.get(field))) form.reset()
      toast.success(one ? 'נשמר' : 'נוסף')
      onKept?.()
    } catch (failure) {
      if (refusalCode(failure) === 'stale_version') setEdited(undefined)
      setError(refusalText(failure, { ...refusals, category_slug_invalid: refusals.category_name_length }))
    }
  }

  return (
    <form
      className="subjects__one"
      onChange={() => setEdited(edited ?? one)}
      onSubmit={(event) => void send(event)}
      noValidate
    >
      <TextField
        name="name"
        label={labels[kind].name}
        defaultValue={one?.name}
        maxLength={kind === 'authors' ? 80 : 40}
        error={error}
        dir="auto"
      />
      {kind === 'authors' && (
        <TextAreaField
          name="about"
          label="כמה מילים עליהם"
          optional="(לא חובה)"
          defaultValue={one && 'about' in one ? one.about : ''}
          maxLength={400}
          rows={2}
          dir="auto"
        />
      )}
      <div className="subjects__ways">
        <Button type="submit" size="sm" look={one ? 'secondary' : 'primary'} busy={keep.isPending}>
          {submit}
        </Button>
        {one && (
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label={`הסרת ${one.name}`}
            icon={<Icon of={Trash2} />}
            onClick={() => remove.mutate(one.id, { onError: (failure) => setError(refusalText(failure, refusals)) })}
          />
        )}
      </div>
    </form>
  )
}
