import './field.css'
import { CircleAlert } from 'lucide-react'
import { type ComponentPropsWithRef, type ComponentType, type ReactNode, useId } from 'react'
import { Words } from '../ltr.tsx'

type Words = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Shown after the label, e.g. "(לא חובה)". Required fields get a star by themselves. */
  optional?: string
  /** Two sizes: dense for the app, `lg` for pages a visitor fills in. */
  large?: boolean
}
type Control<Tag extends 'input' | 'select' | 'textarea'> = Words & ComponentPropsWithRef<Tag> & { name: string }

/** One line of text. Give `id` inside an island: ids made by React differ between the page and the island. */
export function TextField(props: Control<'input'>) {
  if (props.id === undefined) return <WithOwnId field={TextField} props={props} />
  const { frame, control } = linked(props, props.id)
  return (
    <Frame {...frame}>
      <input {...control} className="input" />
    </Frame>
  )
}

/** Several lines of text. */
export function TextAreaField(props: Control<'textarea'>) {
  if (props.id === undefined) return <WithOwnId field={TextAreaField} props={props} />
  const { frame, control } = linked(props, props.id)
  return (
    <Frame {...frame}>
      <textarea {...control} className="textarea" />
    </Frame>
  )
}

/** A native select; the options are its children. */
export function SelectField(props: Control<'select'>) {
  if (props.id === undefined) return <WithOwnId field={SelectField} props={props} />
  const { frame, control } = linked(props, props.id)
  return (
    <Frame {...frame}>
      <select {...control} className="select" />
    </Frame>
  )
}

/** A checkbox whose whole row is the target. */
export function CheckField(props: Control<'input'>) {
  if (props.id === undefined) return <WithOwnId field={CheckField} props={props} />
  const { frame, control } = linked(props, props.id)
  return (
    <div className={frameClass(frame.large)}>
      <label className="check" htmlFor={frame.id}>
        <input {...control} type="checkbox" />
        <span>{frame.label}</span>
      </label>
      <Below {...frame} />
    </div>
  )
}

/** An error sentence with its icon, for a place that is no field. */
export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <CircleAlert className="i" aria-hidden="true" />
      <span>{typeof children === 'string' ? <Words>{children}</Words> : children}</span>
    </p>
  )
}

/** In the app React names a field that has no name of its own. The pages of the site are drawn without React: there each has one. */
function WithOwnId<P extends { id?: string | undefined }>({
  field: Field,
  props,
}: {
  field: ComponentType<P>
  props: P
}) {
  return <Field {...props} id={useId()} />
}

function linked<P extends Words & { name: string; required?: boolean | undefined }>(
  { label, hint, error, optional, large, ...rest }: P,
  id: string,
) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    frame: { id, label, hint, error, optional, large, required: rest.required },
    control: {
      ...rest,
      id,
      ...(described && { 'aria-describedby': described }),
      ...(error && { 'aria-invalid': true }),
    },
  }
}

type FrameProps = Words & { id: string; required?: boolean | undefined }

function Frame({ children, ...frame }: FrameProps & { children: ReactNode }) {
  return (
    <div className={frameClass(frame.large)}>
      <label className="label" htmlFor={frame.id}>
        {frame.label}
        {frame.required && (
          <span className="req" aria-hidden="true">
            {' *'}
          </span>
        )}
        {frame.optional && <span className="opt"> {frame.optional}</span>}
      </label>
      {children}
      <Below {...frame} />
    </div>
  )
}

function Below({ id, hint, error }: FrameProps) {
  return (
    <>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </>
  )
}

const frameClass = (large = false) => (large ? 'field field--lg' : 'field')
