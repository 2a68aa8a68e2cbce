// The URL field of a webhook step.
import { TextField } from '#ui/forms/field.tsx'
import type { StepOf, StepProps } from './step-props.ts'

export const WebhookFields = ({ step, onChange }: StepProps<StepOf<'webhook'>>) => (
  <>
    <TextField
      name="url"
      type="url"
      label="כתובת לקבלת העדכון"
      dir="ltr"
      required
      maxLength={500}
      pattern="https://.+"
      placeholder="https://hook.eu1.make.com/…"
      value={step.url}
      onChange={({ target }) => onChange({ ...step, url: target.value })}
    />
    <p className="automation__note">
      לכתובת הזו יישלחו השם, הדוא״ל והטלפון של איש הקשר, ומה התחיל את האוטומציה. הכתובת מתקבלת מהמערכת השנייה, למשל Make
      או Zapier, ומתחילה ב־https.
    </p>
  </>
)
