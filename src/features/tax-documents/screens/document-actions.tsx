// Actions of staff on a document that is missing or held for its allocation number.
import { refusalText } from '#client/refusal.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import {
  type ShownDocument,
  useAskForAllocation,
  useDocumentService,
  useEnterAllocation,
  useEnterDocument,
  useRetryDocument,
} from '../tax-documents.data.ts'
import { EnterAllocation, EnterDocument, isHeld, kindLabels, refusals } from '../tax-documents.ts'

/** Whether a document can be issued or completed, and by which action. */
export function useDocumentActions(mayAct: boolean) {
  const retry = useRetryDocument()
  const ask = useAskForAllocation()
  const service = useDocumentService(mayAct).data?.service
  const hasService = mayAct && service !== undefined && service !== 'none'
  return {
    mayEnter: (document: ShownDocument) => mayAct && (isOpen(document) || isHeld(document)),
    mayRetry: (document: ShownDocument) =>
      hasService &&
      (isHeld(document)
        ? document.provider === 'morning'
        : isOpen(document) && document.kind !== 'receipt_cancellation'),
    isBusy: retry.isPending || ask.isPending,
    retry(document: ShownDocument) {
      if (isHeld(document))
        return ask.mutate(document.id, {
          onSuccess: () => toast.success('הבדיקה התחילה. אם יש מספר הקצאה, הוא יופיע כאן'),
          onError: (error) => toast.error(refusalText(error, refusals), { title: 'הבדיקה לא התחילה' }),
        })
      retry.mutate(document.id, {
        onSuccess: () => toast.success('ההפקה התחילה. המספר יופיע כאן כשהמסמך מוכן'),
        onError: (error) => toast.error(refusalText(error, refusals), { title: 'ההפקה לא התחילה' }),
      })
    },
  }
}

const isOpen = ({ status }: ShownDocument) => status === 'pending' || status === 'failed'

/** Labels of the two actions: for a held invoice only the number is missing. */
export const actionLabels = (document: ShownDocument) =>
  isHeld(document)
    ? { retry: 'בדיקה אם יש מספר', enter: 'רישום מספר הקצאה' }
    : { retry: 'הפקה עכשיו', enter: 'רישום ידני' }

type Props = { document: ShownDocument | undefined; onClose: () => void }

/** The form for the missing data: the document's number and link, or its allocation number. */
export function EnterDocumentDialog({ document, onClose }: Props) {
  // Held and missing documents have separate forms: the dialog closes with the form that was open.
  const held = document && isHeld(document) ? document : undefined
  return (
    <>
      <IssuedElsewhereDialog document={held ? undefined : document} onClose={onClose} />
      <AllocationDialog document={held} onClose={onClose} />
    </>
  )
}

function AllocationDialog({ document, onClose }: Props) {
  const enter = useEnterAllocation()
  return (
    <RecordDialog
      open={document !== undefined}
      onClose={onClose}
      title={document ? `מספר הקצאה ל${kindLabels[document.kind]} ${document.number}` : ''}
      text="כפי שרשות המסים נתנה אותו. אחרי הרישום המסמך שלם, והמספר לא משתנה."
    >
      {document && (
        <RecordForm
          schema={EnterAllocation}
          refusals={refusals}
          fields={{ allocation_number_form: 'allocation' }}
          save={(typed) => enter.mutateAsync({ id: document.id, ...typed })}
          saved="מספר ההקצאה נרשם"
          action="רישום"
        >
          {(errors) => (
            <TextField
              name="allocation"
              label="מספר הקצאה"
              hint="9 ספרות, מרשות המסים"
              required
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              error={errors['allocation']}
            />
          )}
        </RecordForm>
      )}
    </RecordDialog>
  )
}

function IssuedElsewhereDialog({ document, onClose }: Props) {
  const enter = useEnterDocument()
  return (
    <RecordDialog
      open={document !== undefined}
      onClose={onClose}
      title={document ? `רישום ${kindLabels[document.kind]} שהופקה` : ''}
      text="למסמך שהפקתם במקום אחר. אחרי הרישום הוא לא יופק מכאן שוב."
    >
      {document && (
        <RecordForm
          schema={EnterDocument}
          refusals={refusals}
          fields={{ tax_document_number_length: 'number' }}
          save={(typed) => enter.mutateAsync({ id: document.id, ...typed })}
          saved="המסמך נרשם"
          action="רישום"
        >
          {(errors) => (
            <>
              <TextField
                name="number"
                label="מספר המסמך"
                required
                dir="ltr"
                autoComplete="off"
                maxLength={40}
                error={errors['number']}
              />
              <TextField
                name="url"
                label="קישור למסמך"
                optional="(לא חובה)"
                type="url"
                dir="ltr"
                autoComplete="off"
                maxLength={2000}
                error={errors['url']}
              />
              {document.needs_allocation && (
                <TextField
                  name="allocation"
                  label="מספר הקצאה"
                  hint="9 ספרות, מרשות המסים. בלעדיו המסמך ממתין ולא נשלח"
                  optional="(לא חובה)"
                  dir="ltr"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={9}
                  error={errors['allocation']}
                />
              )}
            </>
          )}
        </RecordForm>
      )}
    </RecordDialog>
  )
}
