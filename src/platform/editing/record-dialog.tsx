// A dialog over one row: validation, refusals, save, conflict, focus, unsaved changes. A dialog built on it contains its fields only.
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { refusalText } from '#client/refusal.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import type { DialogProps } from '#ui/layers/dialog-popup.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useSingleFlight } from './single-flight.ts'
import { type FieldErrors, useValidatedForm } from './use-validated-form.ts'

const CloseContext = createContext<() => void>(() => {})

type Props = Omit<DialogProps, 'onOpenChange'> & { onClose: () => void }

/** The content is mounted while the dialog is open, so that each opening starts from the row. */
export const RecordDialog = ({ open, onClose, children, ...dialog }: Props) => (
  <Dialog {...dialog} open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
    {open && <CloseContext value={onClose}>{children}</CloseContext>}
  </Dialog>
)

export type RecordConflict = {
  /** The concurrent changes, shown above the fields. */
  notice: ReactNode
  /**
   * Whether a save was refused because of concurrent changes. The next save is then based on the version that `notice`
   * shows.
   */
  isConflict: (error: unknown) => boolean | Promise<boolean>
}

type FormProps<Schema extends z.ZodType, Answer> = {
  schema: Schema
  /** Additional values, which are not form controls. */
  values?: Readonly<Record<string, unknown>>
  refusals: Readonly<Record<string, string>>
  /** Refusal codes by field; others are shown above the fields. */
  fields?: Readonly<Record<string, string>> | undefined
  save: (typed: z.output<Schema>) => Promise<Answer>
  /** The toast after a save, or a function that shows it. */
  saved?: string | ((answer: Answer, typed: z.output<Schema>) => void)
  conflict?: RecordConflict
  /** Whether a result closes the dialog. Otherwise it stays open, and the caller renders the next step. */
  closes?: (answer: Answer) => boolean
  /** Label of the submit button. */
  action: string
  actionLook?: 'primary' | 'danger'
  /** Label of the submit button during a save. */
  busyAction?: string
  onChange?: (form: HTMLFormElement) => void
  children: ReactNode | ((errors: FieldErrors) => ReactNode)
}

/** The form of a `RecordDialog`. It stays open with its input until the save succeeds. */
export function RecordForm<Schema extends z.ZodType, Answer>({
  schema,
  values,
  refusals,
  fields,
  save,
  saved,
  conflict,
  closes,
  action,
  actionLook,
  busyAction,
  onChange,
  children,
}: FormProps<Schema, Answer>) {
  const close = useContext(CloseContext)
  const { errors, read, refused } = useValidatedForm(schema, { refusals, fields, values })
  const [conflicts, setConflicts] = useState(0)
  const { running, run } = useSingleFlight<'save'>()
  const isClosed = useIsUnmounted()

  async function write(typed: z.output<Schema>) {
    let answer: Answer
    try {
      answer = await save(typed)
    } catch (error) {
      // The dialog was closed during the save, so its form cannot show the refusal.
      if (isClosed.current) return void toast.error(refusalText(error, refusals))
      if (await conflict?.isConflict(error)) return setConflicts((before) => before + 1)
      return refused(error)
    }
    if (!isClosed.current && (closes?.(answer) ?? true)) close()
    if (typeof saved === 'string') toast.success(saved)
    else saved?.(answer, typed)
    return undefined
  }

  return (
    <form
      noValidate
      onChange={onChange && ((event) => onChange(event.currentTarget))}
      onSubmit={(event) => {
        const typed = read(event)
        if (typed !== undefined) void run('save', () => write(typed))
      }}
    >
      <DialogBody>
        {conflicts > 0 && <Focused key={conflicts}>{conflict?.notice}</Focused>}
        <FormError>{errors['all']}</FormError>
        {typeof children === 'function' ? children(errors) : children}
      </DialogBody>
      <FormActions
        words={action}
        look={actionLook}
        busyWords={busyAction}
        busy={running !== undefined}
        onBack={close}
      />
    </form>
  )
}

/** Takes the focus, because the save button is at the end of a long form, far below the conflict message. */
function Focused({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1}>
      {children}
    </div>
  )
}

function useIsUnmounted() {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => void (isUnmounted.current = true)
  }, [])
  return isUnmounted
}
