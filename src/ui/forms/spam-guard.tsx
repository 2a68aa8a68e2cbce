import './spam-guard.css'
import { openedName, trapName } from '#lib/forms/form-post.ts'

/** What tells robots from people, in every form that anybody may post: a field that stays empty, and how long the page had been open. */
export function SpamGuard({ formId }: { formId: string }) {
  const id = `${formId}-${trapName}`
  return (
    <>
      <div className="form-trap" aria-hidden="true">
        <label htmlFor={id}>השדה הזה נשאר ריק</label>
        <input id={id} name={trapName} tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name={openedName} />
    </>
  )
}
