import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { readRedirectList } from '#features/redirects/redirect-list.ts'
import { useAddRedirects } from '#features/redirects/redirects.data.ts'
import { refusals } from '#features/redirects/redirects.ts'
import { count } from '#lib/hebrew/count.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { ErrorText, TextAreaField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Bulk import of redirects, all or nothing. */
export function RedirectListDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title="ייבוא הפניות"
      text="הדביקו מגיליון או מקובץ CSV: בכל שורה כתובת ישנה וכתובת חדשה, ואם רוצים גם 301 או 302."
    >
      {open && <ListForm onDone={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function ListForm({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<string[]>([])
  const adding = useAddRedirects()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = readRedirectList(text, location.origin)
    if (read.errors.length > 0) return setErrors(read.errors.map(({ line, error }) => `שורה ${line}: ${error}`))
    if (read.edits.length === 0) return setErrors(['לא מצאנו כאן הפניות. בכל שורה צריכות לעמוד שתי כתובות'])
    setErrors([])
    return adding.mutate(read.edits, {
      onSuccess() {
        toast.success(
          count(read.edits.length, { one: 'נוספה הפניה אחת', two: 'נוספו שתי הפניות', other: 'נוספו # הפניות' }),
        )
        onDone()
      },
      onError: (error) => setErrors([refusalText(error, refusals)]),
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <TextAreaField
          name="list"
          label="ההפניות"
          rows={8}
          dir="ltr"
          placeholder={'/old-course,/product-2\n/contact-us,/contact'}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {errors.length > 0 && (
          <div role="alert">
            {errors.slice(0, 5).map((errorText) => (
              <ErrorText key={errorText}>{errorText}</ErrorText>
            ))}
            {errors.length > 5 && <p className="seo-note">ועוד {errors.length - 5} שורות לתיקון</p>}
          </div>
        )}
      </DialogBody>
      <FormActions words="הוספת ההפניות" busy={adding.isPending} onBack={onDone} />
    </form>
  )
}
