import './spam-guard.css'
import { openedName, honeypotName } from '#lib/forms/form-post.ts'

/** Spam guard of public forms: a honeypot field, and the time between page load and submit. */
export function SpamGuard({ formId }: { formId: string }) {
  const id = `${formId}-${honeypotName}`
  return (
    <>
      <div className="form-trap" aria-hidden="true">
        <label htmlFor={id}>השדה הזה נשאר ריק</label>
        <input id={id} name={honeypotName} tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name={openedName} />
    </>
  )
}
