import type { Ref } from 'react'
import { Stepper } from '#ui/forms/stepper.tsx'

const steps = [
  ['file', 'קובץ'],
  ['columns', 'עמודות'],
  ['rules', 'כללים'],
  ['preview', 'תצוגה מקדימה'],
  ['result', 'תוצאה'],
] as const
export type ImportStep = (typeof steps)[number][0]

/** Step indicator of the import, which takes the focus when the step changes. */
export function ImportSteps({ now, ref }: { now: ImportStep; ref?: Ref<HTMLElement> }) {
  const at = steps.findIndex(([step]) => step === now)
  return (
    <section className="import__steps" ref={ref} tabIndex={-1} aria-label={`שלב ${at + 1}: ${steps[at]?.[1]}`}>
      <p className="import__step-now">
        שלב {at + 1} מתוך {steps.length}: <b>{steps[at]?.[1]}</b>
      </p>
      <Stepper
        label="שלבי הייבוא"
        steps={steps.map(([id, name], i) => ({ id, name, state: i < at ? 'done' : i === at ? 'now' : 'next' }))}
      />
    </section>
  )
}
