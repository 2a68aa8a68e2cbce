/**
 * Whether a control of the form differs from its initial value, for example because the user edited it before the
 * script ran.
 */
export const isChanged = (form: HTMLFormElement): boolean => [...form.elements].some(isControlChanged)

function isControlChanged(control: Element): boolean {
  if (control instanceof HTMLInputElement) {
    if (control.type === 'hidden') return false
    if (control.type === 'checkbox' || control.type === 'radio') return control.checked !== control.defaultChecked
    return control.value !== control.defaultValue
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (!(control instanceof HTMLSelectElement)) return false
  const first = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
  return control.value !== (first?.value ?? '')
}
