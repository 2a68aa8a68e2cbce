import { Stepper } from '#ui/forms/stepper.tsx'

const steps = [
  ['file', 'קובץ'],
  ['columns', 'עמודות'],
  ['rules', 'כללים'],
  ['preview', 'תצוגה מקדימה'],
  ['result', 'תוצאה'],
] as const
export type ImportStep = (typeof steps)[number][0]

/** Step indicator of the import. */
export function ImportSteps({ now }: { now: ImportStep }) {
  const at = steps.findIndex(([step]) => step === now)
  return (
    <div className="import__steps">
      <p className="import__step-now">
        שלב {at + 1} מתוך {steps.length}: <b>{steps[at]?.[1]}</b>
      </p>
      <Stepper
        label="שלבי הייבוא"
        steps={steps.map(([id, name], i) => ({ id, name, state: i < at ? 'done' : i === at ? 'now' : 'next' }))}
      />
    </div>
  )
}
