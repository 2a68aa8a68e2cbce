// What staff do about a document that does not exist yet.
import { refusalText } from '#client/refusal.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { type ShownDocument, useDocumentService, useEnterDocument, useRetryDocument } from '../tax-documents.data.ts'
import { EnterDocument, kindLabels, refusals } from '../tax-documents.ts'

/** Whether a document is still to be issued, and how. */
export function useDocumentActions(mayAct: boolean) {
  const retry = useRetryDocument()
  const service = useDocumentService(mayAct).data?.service
  return {
    mayEnter: (document: ShownDocument) => mayAct && isOpen(document),
    mayRetry: (document: ShownDocument) =>
      mayAct &&
      isOpen(document) &&
      document.kind !== 'receipt_cancellation' &&
      service !== undefined &&
      service !== 'none',
    isBusy: retry.isPending,
    retry: ({ id }: ShownDocument) =>
      retry.mutate(id, {
        onSuccess: () => toast.success('ההפקה התחילה. המספר יופיע כאן כשהמסמך מוכן'),
        onError: (error) => toast.error(refusalText(error, refusals), { title: 'ההפקה לא התחילה' }),
      }),
  }
}

const isOpen = ({ status }: ShownDocument) => status === 'pending' || status === 'failed'

type Props = { document: ShownDocument | undefined; onClose: () => void }

/** The number and the link of a document that was issued elsewhere. */
export function EnterDocumentDialog({ document, onClose }: Props) {
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
          {(faults) => (
            <>
              <TextField
                name="number"
                label="מספר המסמך"
                required
                dir="ltr"
                autoComplete="off"
                maxLength={40}
                error={faults['number']}
              />
              <TextField
                name="url"
                label="קישור למסמך"
                optional="(לא חובה)"
                type="url"
                dir="ltr"
                autoComplete="off"
                maxLength={2000}
                error={faults['url']}
              />
              {document.needs_allocation && (
                <TextField
                  name="allocation"
                  label="מספר הקצאה"
                  hint="9 ספרות, מרשות המסים"
                  optional="(לא חובה)"
                  dir="ltr"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={9}
                  error={faults['allocation']}
                />
              )}
            </>
          )}
        </RecordForm>
      )}
    </RecordDialog>
  )
}
