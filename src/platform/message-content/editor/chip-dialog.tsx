// The settings of a merge field chip: fallback text, and date format.
import { type FormEvent, useState } from 'react'
import { type DateFormat, dateFormats, parseTemplate } from '#lib/templates/parse-template.ts'
import { formText } from '#lib/forms/form-text.ts'
import { type MergeField, namesOf } from '#platform/merge-fields/merge-fields.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { createTokenDescriber } from './describe-token.ts'

type Props = {
  token: string
  fields: readonly MergeField[]
  onClose: () => void
  /** Called with undefined to remove the chip. */
  onChange: (token: string | undefined) => void
}

export function ChipDialog({ token, fields, onClose, onChange }: Props) {
  const [error, setError] = useState<string>()
  const [node] = parseTemplate(`{{${token}}}`).nodes
  const field = node?.kind === 'field' ? fields.find((one) => namesOf(one).includes(node.name)) : undefined
  const formats = field?.kind === 'instant' ? dateFormats : field?.kind === 'day' ? dateFormats.slice(0, 3) : []
  const finish = (changed: string | undefined) => {
    onChange(changed)
    onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const typed = formText(values, 'fallback').trim()
    if (/[{}|]/.test(typed)) return setError('בלי סוגריים מסולסלים ובלי קו אנכי')
    const format = formText(values, 'format')
    finish(`${node?.kind === 'field' ? node.name : token}${format && `:${format}`}${typed && `|${typed}`}`)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={createTokenDescriber(fields)(token).label}>
      <form onSubmit={submit} noValidate>
        <DialogBody>
          {node?.kind === 'field' && field?.kind !== 'link' && (
            <TextField
              name="fallback"
              label="מה לכתוב כשאין ערך"
              optional="(לא חובה)"
              hint="למשל: חברים. בלי מילה חלופית המקום נשאר ריק"
              maxLength={80}
              autoComplete="off"
              defaultValue={node.fallback}
              error={error}
            />
          )}
          {node?.kind === 'field' && formats.length > 0 && (
            <SelectField name="format" label="איך לכתוב את התאריך" defaultValue={node.format ?? ''}>
              <option value="">רגיל</option>
              {formats.map((format: DateFormat) => (
                <option key={format}>{format}</option>
              ))}
            </SelectField>
          )}
          {node?.kind !== 'field' && <p>{createTokenDescriber(fields)(token).description}</p>}
        </DialogBody>
        <DialogActions>
          {node?.kind === 'field' && (
            <Button type="submit" look="primary">
              שמירה
            </Button>
          )}
          <Button look="ghost" onClick={() => finish(undefined)}>
            הסרת השדה
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
