import { type ComponentPropsWithoutRef, type KeyboardEvent, useState } from 'react'
import { stepTime, parseTimeInput } from '#lib/time/parse-time-input.ts'
import { FieldFrame, type FieldTexts, useFieldLinks } from '../forms/field.tsx'
import { type ParsedValue, useParsedInput } from './parsed-input.ts'

type Native = Pick<ComponentPropsWithoutRef<'input'>, 'id' | 'required' | 'disabled' | 'readOnly'>
type Props = FieldTexts & Native & Omit<ParsedValue, 'onProblem'>

const STEP_MINUTES = 15

/**
 * A field for a time of day, 24 hours: typed as 9, 930 or 14:30. Arrow keys step by a quarter of an hour. The form data
 * contains 'HH:MM'.
 */
export function TimeField(props: Props) {
  const [problem, setProblem] = useState<string>()
  const { frame, control } = useFieldLinks({ ...props, error: problem ?? props.error })
  const { name, value, defaultValue, onValueChange, ...native } = control
  const {
    control: input,
    parsed,
    enter,
  } = useParsedInput(
    { name, value, defaultValue, onValueChange, onProblem: setProblem },
    {
      parse: parseTimeInput,
      print: (time) => time.slice(0, 5),
      isComplete: (text) => /^\d\d:\d\d$/.test(text),
      problemOf,
    },
  )

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    input.onKeyDown(event)
    const step = { ArrowUp: STEP_MINUTES, ArrowDown: -STEP_MINUTES }[event.key]
    if (!step || !parsed || native.readOnly) return
    event.preventDefault()
    enter(stepTime(parsed, step))
  }

  return (
    <FieldFrame {...frame}>
      <input {...native} {...input} className="input" maxLength={5} placeholder="00:00" onKeyDown={onKeyDown} />
    </FieldFrame>
  )
}

function problemOf(text: string): string | undefined {
  return text.trim() === '' || parseTimeInput(text) ? undefined : 'אין שעה כזאת. למשל: 14:30'
}
