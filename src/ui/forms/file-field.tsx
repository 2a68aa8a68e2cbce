import './file-field.css'
import type { ComponentPropsWithRef } from 'react'
import { type FieldTexts, FieldFrame, useFieldLinks } from './field.tsx'

type Props = FieldTexts &
  ComponentPropsWithRef<'input'> & {
    name: string
    /** On the button, in place of the browser's own text, which is in the language of the browser. */
    action: string
  }

/** A file of a plain form. The field covers its button, and works without a script; chosen-file.ts shows the chosen name. */
export function FileField({ action, ...props }: Props) {
  const { frame, control } = useFieldLinks(props)
  return (
    <FieldFrame {...frame}>
      <div className="file-field">
        <span className="btn btn--secondary" aria-hidden="true">
          {action}
        </span>
        <bdi aria-hidden="true" />
        <input {...control} type="file" data-chosen="" />
      </div>
    </FieldFrame>
  )
}
