// Changed defaults of uncontrolled controls, e.g. of an edited row that a colleague saved. React applies a default once.
import {
  type ComponentProps,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Default = ComponentProps<'select'>['defaultValue'] | boolean

/** A control that the user has not changed follows its default; `initial` is its `defaultValue` or `defaultChecked`. */
export function useFollowedDefault<C extends Control>(ref: Ref<C> | undefined, initial: Default): RefObject<C | null> {
  const control = useRef<C>(null)
  const isTouched = useRef(false)
  const text = String(initial ?? '')
  const former = useRef(text)
  useImperativeHandle(ref, () => control.current!, [])
  useEffect(() => {
    const element = control.current
    const touch = () => void (isTouched.current = true)
    element?.addEventListener('input', touch)
    return () => element?.removeEventListener('input', touch)
  }, [])
  // A layout effect: a submit of the same render already sends the new value.
  useLayoutEffect(() => {
    const before = former.current
    const element = control.current
    if (!element || before === text) return
    former.current = text
    // For good: an optimistic update makes the user's value the default, until the save is refused.
    if (isTouched.current) return
    // A value that was set by code, or before hydration, is not overwritten either.
    if (shows(element, before) || !offers(element, before)) show(element, text)
  }, [text])
  return control
}

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'

const shows = (control: Control, text: string) =>
  isCheckbox(control) ? control.checked === (text === 'true') : control.value === text

/** False for a select without an option of this value, which shows its first option instead. */
const offers = (control: Control, text: string) =>
  !(control instanceof HTMLSelectElement) || [...control.options].some(({ value }) => value === text)

function show(control: Control, text: string) {
  if (isCheckbox(control)) control.checked = text === 'true'
  else if (offers(control, text)) control.value = text
}
