import { z } from 'zod'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useCheckSelector } from './sender-domain.data.ts'
import { Selector, senderDomainRefusals } from './sender-domain.ts'

const Edit = z.object({ selector: Selector })

/** Form for the selector of the DKIM key. The whole host name may be pasted. */
export function SelectorForm() {
  const checking = useCheckSelector()
  const { errors, read, refused } = useValidatedForm(Edit, {
    refusals: senderDomainRefusals,
    fields: { invalid_input: 'selector' },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const edit = read(event)
        if (edit) checking.mutate(edit.selector, { onError: refused })
      }}
    >
      <FormError>{errors['all']}</FormError>
      <div className="domain-selector">
        <TextField
          name="selector"
          label="בורר (selector)"
          hint={
            <>
              תחילת שם הרשומה אצל ספק הדואר, עד <Ltr>._domainkey</Ltr>
            </>
          }
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          required
          error={errors['selector']}
        />
        <Button type="submit" busy={checking.isPending}>
          בדיקת הבורר
        </Button>
      </div>
    </form>
  )
}
