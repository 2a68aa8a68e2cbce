import './form-guards.css'
import { openedName, honeypotName } from '#lib/forms/form-post.ts'

/** What tells robots from people, in every form that anybody may post: a field that stays empty, and how long the page had been open. */
export function FormGuards({ formId }: { formId: string }) {
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
