import { type SubmitEvent, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useSaveRedirect } from '#features/redirects/redirects.data.ts'
import { type Redirect, RedirectEdit, refusals, withinSite } from '#features/redirects/redirects.ts'
import { useSitePages } from '#features/seo/seo.data.ts'
import { sitePath } from '#features/seo/seo.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The redirect to edit; without it a new one is created. */
  redirect?: Redirect | undefined
  /** Source path of a new redirect. */
  from?: string | undefined
}

export function RedirectDialog({ open, onOpenChange, redirect, from }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={redirect ? 'עריכת הפניה' : 'הפניה חדשה'}>
      {open && <RedirectForm redirect={redirect} from={from} onDone={() => onOpenChange(false)} />}
    </Dialog>
  )
}

type Faults = { from_path?: string; to_address?: string; all?: string }
// Maps refusals of the database to form fields.
const fieldOf: Record<string, keyof Faults> = {
  redirect_from_taken: 'from_path',
  redirect_from_form: 'from_path',
  redirect_to_form: 'to_address',
  redirect_loop: 'to_address',
  redirect_chain_too_long: 'to_address',
}

const labels: Record<keyof RedirectEdit, string> = { from_path: 'מהכתובת', to_address: 'אל הכתובת', code: 'סוג' }
const asTyped = (redirect: Redirect | undefined, from = ''): RedirectEdit => ({
  from_path: redirect?.from_path ?? from,
  to_address: redirect?.to_address ?? '',
  code: redirect?.code ?? 301,
})

function RedirectForm({ redirect, from, onDone }: Pick<Props, 'redirect' | 'from'> & { onDone: () => void }) {
  const { data: pages = [] } = useSitePages()
  const form = useConcurrentEdit(redirect, { asTyped: (row) => asTyped(row, from), labels })
  const initial = asTyped(form.base, from)
  const [faults, setFaults] = useState<Faults>({})
  const saving = useSaveRedirect()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const parsed = RedirectEdit.safeParse({
      from_path: formText(typed, 'from_path'),
      to_address: withinSite(formText(typed, 'to_address'), location.origin),
      code: Number(formText(typed, 'code')),
    })
    if (!parsed.success)
      return setFaults(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
    const edit = parsed.data
    if (pages.some(({ path }) => path === edit.from_path))
      return setFaults({ from_path: 'בכתובת הזאת עומד עמוד, והוא תמיד קודם להפניה' })
    setFaults({})
    return saving.mutate(
      { seen: form.seen, edit: form.merge(edit) },
      {
        onSuccess() {
          toast.success('ההפניה נשמרה ועובדת')
          onDone()
        },
        onError: (error) =>
          form.isRefusedAsStale(error) ||
          setFaults({ [fieldOf[refusalCode(error)] ?? 'all']: refusalText(error, refusals) }),
      },
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <ConflictBanner theirs={form.theirs} />
        <FormError>{faults.all}</FormError>
        <TextField
          name="from_path"
          label="מהכתובת"
          required
          dir="ltr"
          autoComplete="off"
          placeholder="/old-page"
          defaultValue={initial.from_path}
          error={faults.from_path}
        />
        <TextField
          name="to_address"
          label="אל הכתובת"
          required
          dir="ltr"
          autoComplete="off"
          placeholder="/about"
          list="seo-standing"
          hint="עמוד באתר, או כתובת מלאה באתר אחר"
          defaultValue={initial.to_address}
          error={faults.to_address}
        />
        <datalist id="seo-standing">
          {pages
            .filter(({ path }) => path !== sitePath(from ?? ''))
            .map(({ path, title }) => (
              <option key={path} value={path}>
                {title}
              </option>
            ))}
        </datalist>
        <SelectField name="code" label="סוג" defaultValue={initial.code}>
          <option value={301}>קבועה: הכתובת הישנה לא תחזור (301)</option>
          <option value={302}>זמנית: הכתובת הישנה תחזור (302)</option>
        </SelectField>
      </DialogBody>
      <FormActions words="שמירת ההפניה" busy={saving.isPending} onBack={onDone} />
    </form>
  )
}
