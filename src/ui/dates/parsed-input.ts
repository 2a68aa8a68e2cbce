// A text input whose form value is parsed from its text: the screen shows 24.11.2026, the form data contains 2026-11-24.
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

export type ParsedValue = {
  name: string
  /** The parsed value; with `onValueChange` the input is controlled. */
  value?: string | undefined
  defaultValue?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
  /** Called with the error of the typed text, or undefined once it is valid. */
  onProblem: (problem: string | undefined) => void
}
type Format = {
  /** Undefined: the text cannot be parsed. */
  parse: (text: string) => string | undefined
  print: (value: string) => string
  /** Whether the text is complete before the field loses the focus. */
  isComplete: (text: string) => boolean
  /** The error of a typed text, if any. */
  problemOf: (text: string) => string | undefined
}

export function useParsedInput({ name, value, defaultValue, onValueChange, onProblem }: ParsedValue, format: Format) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => format.print(value ?? defaultValue ?? ''))
  const [isEdited, setEdited] = useState(false)
  // A value set from outside replaces the text; a value that came from the text does not.
  const [reported, setReported] = useState(value)
  if (value !== undefined && value !== reported) {
    setReported(value)
    setText(format.print(value))
  }
  // Until it is edited, the text follows its default, see useFollowedDefault.
  const [shownDefault, setShownDefault] = useState(defaultValue)
  if (defaultValue !== shownDefault) {
    setShownDefault(defaultValue)
    if (value === undefined && !isEdited) setText(format.print(defaultValue ?? ''))
  }

  const latest = useRef({ format, isEdited, onProblem })
  useEffect(() => {
    latest.current = { format, isEdited, onProblem }
  })
  useEffect(() => convertFormData(input.current, name, latest), [name])

  function report(typed: string) {
    const next = typed.trim() === '' ? '' : (format.parse(typed) ?? '')
    if (value !== undefined) setReported(next)
    if (next !== value) onValueChange?.(next)
  }

  function commit() {
    const parsed = format.parse(text)
    if (parsed !== undefined && isEdited) setText(format.print(parsed))
    report(text)
  }

  /** Replaces the text as if it was typed, so that forms and dialogs see the change. */
  function enter(next: string) {
    const element = input.current
    if (!element) return
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, format.print(next))
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return {
    enter,
    parsed: format.parse(text),
    control: {
      ref: input,
      name,
      value: text,
      autoComplete: 'off',
      inputMode: 'numeric' as const,
      onChange({ target }: ChangeEvent<HTMLInputElement>) {
        setText(target.value)
        setEdited(true)
        onProblem(undefined)
        if (target.value === '' || format.isComplete(target.value)) report(target.value)
      },
      onBlur({ relatedTarget, target }: FocusEvent<HTMLInputElement>) {
        commit()
        // An error shifts the layout below it, including the pressed button, so that the click would miss.
        const isPressing = relatedTarget instanceof HTMLButtonElement && !target.parentElement?.contains(relatedTarget)
        if (!isPressing) onProblem(isEdited ? format.problemOf(text) : undefined)
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => event.key === 'Enter' && commit(),
    },
  }
}

type Latest = { readonly current: { format: Format; isEdited: boolean } & Pick<ParsedValue, 'onProblem'> }

/** Adds the parsed value to the form data. A form with an invalid text is not submitted; unedited texts are not validated. */
function convertFormData(input: HTMLInputElement | null, name: string, latest: Latest): (() => void) | undefined {
  const form = input?.form
  if (!form) return undefined
  const stop = new AbortController()
  form.addEventListener(
    'formdata',
    ({ formData }) => {
      const typed = formData.get(name)
      if (typeof typed === 'string' && typed !== '') formData.set(name, latest.current.format.parse(typed) ?? typed)
    },
    stop,
  )
  // In the capture phase, so that React's own listeners run later and do not receive a refused submit.
  form.addEventListener(
    'submit',
    (event) => {
      const { format, isEdited, onProblem } = latest.current
      const problem = isEdited && !input.disabled ? format.problemOf(input.value) : undefined
      if (!problem) return
      if (!event.defaultPrevented) input.focus()
      event.preventDefault()
      event.stopPropagation()
      onProblem(problem)
    },
    { capture: true, signal: stop.signal },
  )
  return () => stop.abort()
}
