import { useSaveRedirect } from '#features/redirects/redirects.data.ts'
import { type Redirect, RedirectEdit, refusals, withinSite } from '#features/redirects/redirects.ts'
import { useSitePages } from '#features/seo/seo.data.ts'
import { sitePath } from '#features/seo/seo.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The redirect to edit; without it a new one is created. */
  redirect?: Redirect | undefined
  /** Source path of a new redirect. */
  from?: string | undefined
}

export const RedirectDialog = ({ open, onOpenChange, ...form }: Props) => (
  <RecordDialog open={open} onClose={() => onOpenChange(false)} title={form.redirect ? 'עריכת הפניה' : 'הפניה חדשה'}>
    <RedirectForm {...form} />
  </RecordDialog>
)

const fields = {
  redirect_from_taken: 'from_path',
  redirect_from_form: 'from_path',
  redirect_to_form: 'to_address',
  redirect_loop: 'to_address',
  redirect_chain_too_long: 'to_address',
}

/** Form input of a redirect. The path of a page is refused, because the page takes precedence. */
const typedRedirect = (pages: readonly { path: string }[]) =>
  z
    .object({
      from_path: z.string(),
      to_address: z.string().transform((address) => withinSite(address, location.origin)),
      code: z.string().transform(Number),
    })
    .pipe(RedirectEdit)
    .refine(({ from_path }) => !pages.some(({ path }) => path === from_path), {
      path: ['from_path'],
      message: 'בכתובת הזאת עומד עמוד, והוא תמיד קודם להפניה',
    })

const labels: Record<keyof RedirectEdit, string> = { from_path: 'מהכתובת', to_address: 'אל הכתובת', code: 'סוג' }
const toFormValues = (redirect: Redirect | undefined, from = ''): RedirectEdit => ({
  from_path: redirect?.from_path ?? from,
  to_address: redirect?.to_address ?? '',
  code: redirect?.code ?? 301,
})

function RedirectForm({ redirect, from }: Pick<Props, 'redirect' | 'from'>) {
  const { data: pages = [] } = useSitePages()
  const edit = useConcurrentEdit(redirect, { toFormValues: (row) => toFormValues(row, from), labels })
  const initial = toFormValues(edit.base, from)
  const saving = useSaveRedirect()
  return (
    <RecordForm
      schema={typedRedirect(pages)}
      refusals={refusals}
      fields={fields}
      save={(typed) => saving.mutateAsync({ seen: edit.seen, edit: edit.merge(typed) })}
      saved="ההפניה נשמרה ועובדת"
      conflict={{ notice: <ConflictBanner theirs={edit.theirs} />, isConflict: edit.isRefusedAsStale }}
      action="שמירת ההפניה"
    >
      {(errors) => (
        <>
          <TextField
            name="from_path"
            label="מהכתובת"
            required
            dir="ltr"
            autoComplete="off"
            placeholder="/old-page"
            defaultValue={initial.from_path}
            error={errors['from_path']}
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
            error={errors['to_address']}
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
        </>
      )}
    </RecordForm>
  )
}
