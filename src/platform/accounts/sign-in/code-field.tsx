import { TextField } from '#ui/forms/field.tsx'

/** Six digits from an authenticator app. Pasted spaces are ignored. */
export const CodeField = ({ large = false, error }: { large?: boolean; error: string | undefined }) => (
  <TextField
    large={large}
    label="קוד בן 6 ספרות"
    hint="הקוד מתחלף באפליקציית האימות כל חצי דקה"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    error={error}
  />
)
