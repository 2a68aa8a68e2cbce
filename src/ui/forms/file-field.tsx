import './file-field.css'
import type { ComponentPropsWithRef } from 'react'
import { type FieldTexts, FieldFrame, useFieldLinks } from './field.tsx'

type Props = FieldTexts &
  ComponentPropsWithRef<'input'> & {
    name: string
    /** Replaces the browser's button text, which is in the language of the browser. */
    action: string
  }

/** A file input of a plain form. The input covers its button and works without JavaScript; chosen-file.ts shows the file name. */
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
