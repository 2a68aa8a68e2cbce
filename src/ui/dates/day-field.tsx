import { useState } from 'react'
import { DayInput, type DayInputProps } from './day-input.tsx'
import { FieldFrame, type FieldTexts, useFieldLinks } from '../forms/field.tsx'

type Props = FieldTexts & Omit<DayInputProps, 'onProblem'>

/** A field for a day: typed as 24.11.2026, 24/11 or מחר, or selected in a calendar. The form data contains 'YYYY-MM-DD'. */
export function DayField(props: Props) {
  const [problem, setProblem] = useState<string>()
  const { frame, control } = useFieldLinks({ ...props, error: problem ?? props.error })
  return (
    <FieldFrame {...frame}>
      <DayInput {...control} onProblem={setProblem} />
    </FieldFrame>
  )
}
