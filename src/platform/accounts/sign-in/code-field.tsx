import { TextField } from '#ui/forms/field.tsx'

type Props = { large?: boolean; error: string | undefined; hint?: string }

const appCodeHint = 'הקוד מתחלף באפליקציית האימות כל חצי דקה'

/** Six digits, by default from an authenticator app. Pasted spaces are ignored. */
export const CodeField = ({ large = false, error, hint = appCodeHint }: Props) => (
  <TextField
    large={large}
    label="קוד בן 6 ספרות"
    hint={hint}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    error={error}
  />
)
